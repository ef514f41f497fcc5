import { Card, CardBody, CardTitle } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import type { Request, RequestExplanation } from "../../api/model.ts";
import { eventsQuery } from "../../api/requests.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { MoreTold } from "../../components/more-told.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Moment } from "../../messages/moment.tsx";
import { operationWords } from "../../messages/request-words.ts";
import { useText } from "../../messages/text.ts";
import { editedOperations, type EditedOperation } from "./edited-operations.ts";
import { eventWords, numberedOperation } from "./event-words.ts";
import { explainedNames, explainedPeople } from "./explained-people.ts";
import { changeWords } from "./operation-facts.tsx";

interface TimelineProps {
  readonly request: Request;
  readonly explanation: RequestExplanation | undefined;
}

/** History of a request: the events of its ledger, updated as they happen. */
export function Timeline({ request, explanation }: TimelineProps) {
  const say = useText();
  const { data, error } = useQuery(eventsQuery(request.key, request.finishedAt !== null));
  const known = explainedPeople(request, explanation);
  const operations = new Map((request.operations ?? []).map((one) => [one.key, numberedOperation(one, say)]));
  const told = { say, nameOf: explainedNames(known, say), operation: (key: string) => operations.get(key) ?? key };
  const events = data?.value ?? [];
  return (
    <Card>
      <CardTitle component="h2">{say("request.timeline")}</CardTitle>
      <CardBody>
        {error === null ? null : <ErrorAlert error={error} />}
        <ol className="gatehouse-timeline" aria-live="polite">
          {events.map((event) => (
            <li key={event.key}>
              <Moment at={event.happenedAt} />: {say(`event.${event.kind}`)}
              {event.actor === null ? null : (
                <>
                  {" · "}
                  <PersonName person={known.get(event.actor)} />
                </>
              )}
              {eventWords(event, told).map((line) => (
                <div key={line} className="gatehouse-value">
                  {line}
                </div>
              ))}
              {event.kind === "edited" ? <Edited operations={editedOperations(events, event)} /> : null}
            </li>
          ))}
        </ol>
        <MoreTold shown={events.length} count={data?.["@odata.count"] ?? 0} />
      </CardBody>
    </Card>
  );
}

/** Changes of an edit, attribute by attribute. */
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
