import type { Request } from "../../api/model.ts";
import { Notice } from "../../components/notice.tsx";
import { StateLabel } from "../../components/state-label.tsx";
import { useText } from "../../messages/text.ts";

type Risk = NonNullable<Request["risks"]>[number];

/** Risks of a request, a label for each. */
export function RiskLabels({ risks = [] }: { readonly risks: Request["risks"] | undefined }) {
  const say = useText();
  return risks.map((risk) => (
    <StateLabel key={risk} look="warning">
      {say(`risk.${risk}`)}
    </StateLabel>
  ));
}

/** Risks of requests in sentences, shown before a decision; nothing if there are no risks. */
export function RiskNotice({ requests }: { readonly requests: readonly Pick<Request, "risks">[] }) {
  const say = useText();
  const risks = new Set<Risk>(requests.flatMap((request) => request.risks ?? []));
  if (risks.size === 0) return null;
  return (
    <Notice kind="warning" title={say("risk.title")}>
      <ul>
        {[...risks].map((risk) => (
          <li key={risk}>{say(`risk.${risk}Explained`)}</li>
        ))}
      </ul>
    </Notice>
  );
}
