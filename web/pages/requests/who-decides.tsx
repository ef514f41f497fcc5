import { Card, CardBody, CardTitle, Content, Label } from "@patternfly/react-core";

import type { RequestExplanation, ToldPhase } from "../../api/model.ts";
import { PersonName } from "../../components/person-name.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";

/** Who has decided what, who is waited for and until when, and what happens then. */
export function WhoDecides({ explanation }: { readonly explanation: RequestExplanation }) {
  const say = useText();
  const { waitsFor, phases, nextReminderAt, escalatesAt, expiresAt, startsAt, next } = explanation;
  const times = [
    ["request.startsAt", startsAt],
    ["request.remindedAt", nextReminderAt],
    ["request.escalatesAt", escalatesAt],
    ["request.expiresAt", expiresAt],
  ] as const;
  return (
    <Card>
      <CardTitle component="h2">{say("request.whoDecides")}</CardTitle>
      <CardBody>
        {waitsFor.length === 0 ? null : (
          <>
            <h3>{say("request.waitsFor")}</h3>
            <ul>
              {waitsFor.map(({ userKey, person, since, inputRequired }) => (
                <li key={userKey}>
                  <PersonName person={person} /> <Moment at={since} />{" "}
                  {inputRequired ? <Label isCompact>{say("request.mustAnswer")}</Label> : null}
                </li>
              ))}
            </ul>
          </>
        )}
        {phases.length === 0 && waitsFor.length === 0 ? <p>{say("request.nobodyDecides")}</p> : null}
        {phases.map((phase) => (
          <OnePhase key={`${phase.sequence} ${phase.targetSystemKey ?? ""}`} phase={phase} />
        ))}
        <ul>
          {times.map(([text, at]) =>
            at === null ? null : (
              <li key={text}>
                {say(text)} <Moment at={at} />
              </li>
            ),
          )}
        </ul>
        <Content component="p" lang="en">
          {next}
        </Content>
      </CardBody>
    </Card>
  );
}

function OnePhase({ phase }: { readonly phase: ToldPhase }) {
  const say = useText();
  const { sequence, outcome, people, decisions } = phase;
  const said = new Set(decisions.map(({ userKey }) => userKey));
  return (
    <section>
      <h3>
        {say("request.phase", { number: sequence })}{" "}
        <Label isCompact status={outcome === "approved" ? "success" : outcome === "denied" ? "danger" : "info"}>
          {say(`phase.${outcome}`)}
        </Label>
      </h3>
      <ul>
        {decisions.map(({ userKey, person, decision, decidedAt, comment, override }) => (
          <li key={`${userKey} ${decidedAt}`}>
            <PersonName person={person} />: {say(`decision.said.${decision as "approve" | "deny" | "abstain"}`)}{" "}
            <Moment at={decidedAt} /> {override ? <Label isCompact>{say("decision.override")}</Label> : null}
            {comment === null ? null : <q>{comment}</q>}
          </li>
        ))}
        {people
          .filter(({ userKey }) => !said.has(userKey))
          .map(({ userKey, person }) => (
            <li key={userKey}>
              <PersonName person={person} />: {say("decision.said.nothing")}
            </li>
          ))}
      </ul>
    </section>
  );
}
