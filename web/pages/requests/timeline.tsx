import { Card, CardBody, CardTitle } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import type { Request, RequestExplanation } from "../../api/model.ts";
import { eventsQuery } from "../../api/requests.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";

interface TimelineProps {
  readonly request: Request;
  readonly explanation: RequestExplanation | undefined;
}

/** What has happened to a request, event by event of its ledger, as it happens. */
export function Timeline({ request, explanation }: TimelineProps) {
  const say = useText();
  const { data, error } = useQuery(eventsQuery(request.key, request.finishedAt !== null));
  const known = peopleOf(request, explanation);
  const [shown, count] = [data?.value.length ?? 0, data?.["@odata.count"] ?? 0];
  return (
    <Card>
      <CardTitle component="h2">{say("request.timeline")}</CardTitle>
      <CardBody>
        {error === null ? null : <ErrorAlert error={error} />}
        <ol className="gatehouse-timeline" aria-live="polite">
          {(data?.value ?? []).map(({ key, kind, actor, happenedAt }) => (
            <li key={key}>
              <Moment at={happenedAt} /> {say(`event.${kind}`)}
              {actor === null ? null : (
                <>
                  {" · "}
                  <PersonName person={known.get(actor)} />
                </>
              )}
            </li>
          ))}
        </ol>
        {shown < count ? <p className="gatehouse-small">{say("part.more", { shown, count })}</p> : null}
      </CardBody>
    </Card>
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
