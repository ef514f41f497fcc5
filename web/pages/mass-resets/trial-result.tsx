import { Title } from "@patternfly/react-core";

import type { ChosenOnTarget } from "#domain/mass-resets/mass-reset.ts";

import type { MassReset } from "../../api/model.ts";
import { Notice } from "../../components/notice.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { TargetCounts } from "./target-counts.tsx";

/** Result of the last trial of a draft: the accounts per target system, and the reasons for which others are skipped. */
export function TrialResult({ massReset }: { readonly massReset: MassReset }) {
  const say = useText();
  const { action, trialAt, accounts, people } = massReset;
  if (trialAt === null) return <Notice kind="info" title={say("massReset.notTried")} />;
  const skipped = massReset.skipped ?? [];
  const isReset = action === "reset";
  const counts = [
    { title: say(isReset ? "massReset.accounts" : "massReset.steps"), of: (target: ChosenOnTarget) => target.accounts },
    ...(isReset ? [{ title: say("massReset.managed"), of: (target: ChosenOnTarget) => target.managed }] : []),
  ];
  return (
    <section aria-labelledby="mass-reset-trial">
      <Title headingLevel="h2" id="mass-reset-trial">
        {say("massReset.trialTitle")}
      </Title>
      <p role="status">
        {say(isReset ? "massReset.wouldReset" : "massReset.wouldStep", { accounts, people })} <Moment at={trialAt} />
      </p>
      <TargetCounts label={say("massReset.trialTitle")} targets={massReset.chosen ?? []} counts={counts} />
      {skipped.length === 0 ? null : (
        <>
          <p>{say(isReset ? "massReset.wouldSkip" : "massReset.wouldSkipSteps")}</p>
          <ul>
            {skipped.map(({ because, accounts: count }) => (
              <li key={because}>
                {say(isReset ? "massReset.skippedFor" : "massReset.skippedStepsFor", {
                  count,
                  why: say(`massReset.skip.${because}`),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
