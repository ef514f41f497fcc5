import { PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";

import { massResetQuery } from "../../api/mass-resets.ts";
import type { MassReset } from "../../api/model.ts";
import { personQuery } from "../../api/person-names.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { Facts } from "../../components/facts.tsx";
import { Notice } from "../../components/notice.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { StateLabel } from "../../components/state-label.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { DeliveryPart } from "./delivery-part.tsx";
import { MassResetActions } from "./mass-reset-actions.tsx";
import { massResetLooks } from "./mass-reset-words.ts";
import { ResetAccounts } from "./reset-accounts.tsx";
import { ResetSteps } from "./reset-steps.tsx";
import { TargetProgress } from "./target-progress.tsx";
import { TrialResult } from "./trial-result.tsx";

/** Page of a mass reset: as a draft its trial, afterwards its progress, its delivery and its report. */
export function MassResetPage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(massResetQuery(key));
  const massReset = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={massReset === undefined ? say("massReset.title") : say("massReset.named", { number: massReset.number })}
        list={{ path: paths.massResets, title: "massResets.title" }}
        {...(massReset !== undefined && {
          labels: (
            <StateLabel look={massResetLooks[massReset.state]}>{say(`massReset.state.${massReset.state}`)}</StateLabel>
          ),
          actions: <MassResetActions massReset={massReset} />,
        })}
      />
      <EntityStanding entity={read} unreadable={say("massReset.unreadable")} gone={say("massReset.gone")} />
      {massReset === undefined ? null : <Parts massReset={massReset} />}
    </PageSection>
  );
}

function Parts({ massReset }: { readonly massReset: MassReset }) {
  const say = useText();
  const may = useMay();
  const { action, state, problem, delivery } = massReset;
  if (state === "draft")
    return (
      <>
        <TrialResult massReset={massReset} />
        <MassResetFacts massReset={massReset} />
      </>
    );
  return (
    <>
      {state === "paused" && problem !== null ? (
        <Notice kind="warning" title={say("massReset.pausedItself")} isAlert>
          <span lang="en">{problem}</span>
        </Notice>
      ) : null}
      {may("massresets_targets_get_list") ? <TargetProgress massReset={massReset} /> : null}
      {delivery === "none" || action !== "reset" ? null : <DeliveryPart massReset={massReset} />}
      <MassResetFacts massReset={massReset} />
      <Report massReset={massReset} />
    </>
  );
}

/** Rows of the accounts, or of the steps of onboarding and offboarding. */
function Report({ massReset }: { readonly massReset: MassReset }) {
  const may = useMay();
  if (massReset.action === "reset")
    return may("massresets_items_get_list") ? <ResetAccounts massReset={massReset} /> : null;
  return may("massresets_steps_get_list") ? <ResetSteps massReset={massReset} /> : null;
}

function MassResetFacts({ massReset }: { readonly massReset: MassReset }) {
  const say = useText();
  const { reason, condition, targetSystemKeys, delivery, deliveryHours, createdAt, startedAt, endedAt } = massReset;
  const { requesterKey, startedByKey } = massReset;
  const isDelivered = delivery !== "none";
  const { action, ends, passwordsKey } = massReset;
  const facts = [
    { term: say("massReset.action"), value: say(`massReset.action.${action}`) },
    { term: say("massReset.reason"), value: reason },
    ...(ends === null
      ? []
      : [{ term: say("massReset.ends"), value: ends.map((end) => say(`massReset.ends.${end}`)).join("; ") }]),
    ...(passwordsKey === null
      ? []
      : [
          {
            term: say("massReset.firstPasswords"),
            value: <Link to={paths.massReset(passwordsKey)}>{say("massReset.showFirstPasswords")}</Link>,
          },
        ]),
    { term: say("massReset.chosenBy"), value: say(`massReset.chosenBy.${massReset.chosenBy}`) },
    ...(condition === null ? [] : [{ term: say("massReset.condition"), value: <code>{condition}</code> }]),
    {
      term: say("massReset.targets"),
      value: targetSystemKeys === null ? say("massReset.allTargets") : targetSystemKeys.join(", "),
    },
    ...(action === "offboard"
      ? []
      : [
          { term: say("massReset.passwords"), value: passwordWords(massReset, say) },
          { term: say("massReset.delivery"), value: say(`massReset.delivery.${delivery}`) },
        ]),
    ...(isDelivered
      ? [{ term: say("massReset.deliveryTime"), value: say("massReset.hours", { hours: deliveryHours }) }]
      : []),
    { term: say("massReset.safety"), value: safetyWords(massReset, say) },
    { term: say("massReset.createdBy"), value: <Person userKey={requesterKey} /> },
    { term: say("massReset.created"), value: <Moment at={createdAt} /> },
    ...(startedAt === null
      ? []
      : [
          { term: say("massReset.startedBy"), value: <Person userKey={startedByKey} /> },
          { term: say("massReset.started"), value: <Moment at={startedAt} /> },
          { term: say("massReset.ended"), value: endedAt === null ? null : <Moment at={endedAt} /> },
        ]),
  ];
  return <Facts facts={facts} />;
}

function passwordWords({ passwordPolicyId, mustChange, endSessions }: MassReset, say: Say): string {
  return [
    passwordPolicyId === null
      ? say("massReset.byOwnPolicies")
      : say("massReset.byPolicy", { policy: passwordPolicyId }),
    ...(mustChange ? [say("massReset.mustChange")] : []),
    ...(endSessions ? [say("massReset.endsSessions")] : []),
  ].join("; ");
}

function safetyWords(massReset: MassReset, say: Say): string {
  const { canaries, failuresMax, failureShareMax, ratePerMinute } = massReset;
  return [
    say("massReset.canaryWords", { count: canaries }),
    say("massReset.limitWords", { failures: failuresMax, share: failureShareMax }),
    ratePerMinute === null ? say("massReset.noRate") : say("massReset.rateWords", { count: ratePerMinute }),
  ].join("; ");
}

function Person({ userKey }: { readonly userKey: string | null }) {
  const say = useText();
  const { data } = useQuery({ ...personQuery(userKey ?? ""), enabled: userKey !== null });
  return userKey === null ? <>{say("massReset.service")}</> : <PersonName person={data} />;
}
