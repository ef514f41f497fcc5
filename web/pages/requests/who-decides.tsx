import { Card, CardBody, CardTitle, Label } from "@patternfly/react-core";

import type { Request, RequestExplanation, ToldPhase } from "../../api/model.ts";
import { Notice } from "../../components/notice.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Moment } from "../../messages/moment.tsx";
import { OwnWords } from "../../messages/own-words.tsx";
import { statusWords } from "../../messages/request-words.ts";
import { useText } from "../../messages/text.ts";
import { explainedNames, explainedPeople } from "./explained-people.ts";
import { nextKey } from "./next-key.ts";
import { type NameOf, viaWords } from "./via-words.ts";

interface WhoDecidesProps {
  readonly request: Request;
  readonly explanation: RequestExplanation;
}

/** Decisions about a request, its pending approvers with reason and deadline, its next step, and its end. */
export function WhoDecides({ request, explanation }: WhoDecidesProps) {
  const say = useText();
  const nameOf = explainedNames(explainedPeople(request, explanation), say);
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
        <LedgerNotice ledger={explanation.ledger} />
        {waitsFor.length === 0 ? null : (
          <>
            <h3>{say("request.waitsFor")}</h3>
            <ul>
              {waitsFor.map((asked) => (
                <li key={asked.userKey}>
                  <PersonName person={asked.person} /> · <Moment at={asked.since} />{" "}
                  {asked.inputRequired ? <Label isCompact>{say("request.mustAnswer")}</Label> : null}
                  <WhyAsked asked={asked} nameOf={nameOf} />
                </li>
              ))}
            </ul>
          </>
        )}
        {phases.length === 0 && waitsFor.length === 0 && explanation.ledger === "whole" ? (
          <p>{say("request.nobodyDecides")}</p>
        ) : null}
        {phases.map((phase) => (
          <OnePhase key={`${phase.sequence} ${phase.targetSystemKey ?? ""}`} phase={phase} nameOf={nameOf} />
        ))}
        <Questions questions={explanation.questions} />
        <ul>
          {times.map(([text, at]) =>
            at === null ? null : (
              <li key={text}>
                {say(text)} <Moment at={at} />
              </li>
            ),
          )}
        </ul>
        {explanation.end === null ? null : <End end={explanation.end} />}
        <p>
          <OwnWords of={nextKey(explanation)} english={next} />
        </p>
      </CardBody>
    </Card>
  );
}

/** Notice about a ledger that is changed or missing. */
function LedgerNotice({ ledger }: Pick<RequestExplanation, "ledger">) {
  const say = useText();
  if (ledger === "whole") return null;
  return ledger === "changed" ? (
    <Notice kind="danger" title={say("told.changed")}>
      {say("told.changedExplained")}
    </Notice>
  ) : (
    <Notice kind="info" title={say("told.noLedger")}>
      {say("told.noLedgerExplained")}
    </Notice>
  );
}

interface WhyAskedProps {
  readonly asked: Pick<RequestExplanation["waitsFor"][number], "via" | "veto">;
  readonly nameOf: NameOf;
}

/** Reasons for an approver's role, and whether the approver has a veto. */
function WhyAsked({ asked: { via, veto }, nameOf }: WhyAskedProps) {
  const say = useText();
  const words = [...via.map((one) => viaWords(one, say, nameOf)), ...(veto ? [say("told.veto")] : [])];
  return words.length === 0 ? null : <div className="gatehouse-small">{words.join(" · ")}</div>;
}

/** Questions that the requester has not answered yet. */
function Questions({ questions }: Pick<RequestExplanation, "questions">) {
  const say = useText();
  if (questions.length === 0) return null;
  return (
    <section>
      <h3>{say("told.questions")}</h3>
      <ul>
        {questions.map(({ key, person, text, writtenAt }) => (
          <li key={key}>
            <PersonName person={person} />: <q>{text}</q> <Moment at={writtenAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** End of a request: its status, its time, its actor and its reason. */
function End({ end }: { readonly end: NonNullable<RequestExplanation["end"]> }) {
  const say = useText();
  const { status, at, userKey, person, because } = end;
  const name = person === null ? say("person.unknown") : (person.displayName ?? person.id);
  return (
    <p>
      {statusWords(status, say)} {userKey === null ? null : say("told.endedBy", { name })} <Moment at={at} />:{" "}
      <span lang="en">{because}</span>
    </p>
  );
}

interface OnePhaseProps {
  readonly phase: ToldPhase;
  readonly nameOf: NameOf;
}

function OnePhase({ phase, nameOf }: OnePhaseProps) {
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
            {people
              .filter((asked) => asked.userKey === userKey)
              .map((asked) => (
                <WhyAsked key={asked.userKey} asked={asked} nameOf={nameOf} />
              ))}
          </li>
        ))}
        {people
          .filter(({ userKey }) => !said.has(userKey))
          .map((asked) => (
            <li key={asked.userKey}>
              <PersonName person={asked.person} />: {say("decision.said.nothing")}
              <WhyAsked asked={asked} nameOf={nameOf} />
            </li>
          ))}
      </ul>
    </section>
  );
}
