import { Card, CardBody, CardTitle } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import type { Request, RequestExplanation } from "../../api/model.ts";
import { eventsQuery } from "../../api/requests.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { MoreTold } from "../../components/more-told.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { editedOperations, type EditedOperation } from "./edited-operations.ts";
import { changeWords } from "./operation-facts.tsx";
import { operationWords } from "./request-words.ts";

interface TimelineProps {
  readonly request: Request;
  readonly explanation: RequestExplanation | undefined;
}

/** What has happened to a request, event by event of its ledger, as it happens. */
export function Timeline({ request, explanation }: TimelineProps) {
  const say = useText();
  const { data, error } = useQuery(eventsQuery(request.key, request.finishedAt !== null));
  const known = peopleOf(request, explanation);
  const events = data?.value ?? [];
  return (
    <Card>
      <CardTitle component="h2">{say("request.timeline")}</CardTitle>
      <CardBody>
        {error === null ? null : <ErrorAlert error={error} />}
        <ol className="gatehouse-timeline" aria-live="polite">
          {events.map((event) => (
            <li key={event.key}>
              <Moment at={event.happenedAt} /> {say(`event.${event.kind}`)}
              {event.actor === null ? null : (
                <>
                  {" · "}
                  <PersonName person={known.get(event.actor)} />
                </>
              )}
              {event.kind === "edited" ? <Edited operations={editedOperations(events, event)} /> : null}
            </li>
          ))}
        </ol>
        <MoreTold shown={events.length} count={data?.["@odata.count"] ?? 0} />
      </CardBody>
    </Card>
  );
}

/** What an edit has made otherwise, attribute by attribute. */
function Edited({ operations }: { readonly operations: readonly EditedOperation[] }) {
  const say = useText();
  return (
    <ul>
      {operations.map(({ sequence, code, targetSystem, changes }) => (
        <li key={sequence}>
          {say("request.operationOn", { operation: operationWords(code, say), target: targetSystem })}
          {changes.map((change) => (
            <div key={change.name} className="gatehouse-value">
              {change.name}: {changeWords(change, say)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}

type Named = NonNullable<Request["requester"]> | RequestExplanation["waitsFor"][number]["person"];

/** Everybody whom the request names to its reader, by key. */
function peopleOf(
  { requester, recipient, comments = [] }: Request,
  explanation: RequestExplanation | undefined,
): ReadonlyMap<string, Named> {
  const told = (explanation?.phases ?? []).flatMap(({ people, decisions }) => [...people, ...decisions]);
  const all = [requester, recipient, ...comments.map(({ person }) => person), ...told.map(({ person }) => person)];
  return new Map(all.flatMap((person) => (person === null || person === undefined ? [] : [[person.key, person]])));
}
