import { Title } from "@patternfly/react-core";

import type { MassReset } from "../../api/model.ts";
import { Notice } from "../../components/notice.tsx";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../components/table.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";

/** Result of the last trial of a draft: the accounts per target system, and the reasons for which others are skipped. */
export function TrialResult({ massReset }: { readonly massReset: MassReset }) {
  const say = useText();
  const { action, trialAt, accounts, people } = massReset;
  if (trialAt === null) return <Notice kind="info" title={say("massReset.notTried")} />;
  const chosen = massReset.chosen ?? [];
  const skipped = massReset.skipped ?? [];
  const isReset = action === "reset";
  const counted = say(isReset ? "massReset.accounts" : "massReset.steps");
  const titles = [say("massReset.target"), counted, ...(isReset ? [say("massReset.managed")] : [])] as const;
  return (
    <section aria-labelledby="mass-reset-trial">
      <Title headingLevel="h2" id="mass-reset-trial">
        {say("massReset.trialTitle")}
      </Title>
      <p role="status">
        {say(action === "reset" ? "massReset.wouldReset" : "massReset.wouldStep", { accounts, people })}{" "}
        <Moment at={trialAt} />
      </p>
      {chosen.length === 0 ? null : (
        <Table aria-label={say("massReset.trialTitle")}>
          <Thead>
            <Tr>
              {titles.map((title) => (
                <Th key={title}>{title}</Th>
              ))}
            </Tr>
          </Thead>
          <Tbody>
            {chosen.map((target) => (
              <Tr key={target.targetSystemKey}>
                <Td dataLabel={titles[0]}>{target.targetSystemKey || say("massReset.ofUsers")}</Td>
                <Td dataLabel={titles[1]}>{target.accounts}</Td>
                {isReset ? <Td dataLabel={say("massReset.managed")}>{target.managed}</Td> : null}
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
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
