import { Link } from "react-router";

import type { AuditFinding } from "../../api/model.ts";
import { Notice } from "../../components/notice.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import type { useVerification } from "./use-verification.ts";

interface VerificationOutcomeProps {
  readonly verification: Pick<
    ReturnType<typeof useVerification>,
    "checked" | "found" | "findings" | "oldDefects" | "continueAt"
  >;
}

/** Findings of a verification of the audit log so far, and its success at the end. */
export function VerificationOutcome({ verification }: VerificationOutcomeProps) {
  const say = useText();
  const { checked, found, findings, oldDefects, continueAt } = verification;
  return (
    <div className="gatehouse-below">
      {found === 0 && continueAt === null ? (
        <div role="status">
          <Notice kind="success" title={say("audit.whole", { checked })} />
        </div>
      ) : null}
      {found === 0 ? null : (
        <Notice kind="danger" title={say("audit.broken", { found, checked })} isAlert>
          <p>{say("audit.brokenExplained")}</p>
          <ul>
            {findings.map((finding) => (
              <li key={`${finding.kind} ${finding.node} ${finding.position} ${finding.rowKey}`}>
                <Finding finding={finding} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {oldDefects === 0 ? null : <p>{say("audit.oldDefects", { count: oldDefects })}</p>}
    </div>
  );
}

function Finding({ finding: { kind, node, position, rowKey } }: { readonly finding: AuditFinding }) {
  const say = useText();
  return (
    <>
      {say(`audit.finding.${kind}`)} {position === null ? node : say("audit.findingAt", { node, position })}{" "}
      {rowKey === null ? null : <Link to={paths.auditEntry(rowKey)}>{say("audit.entry")}</Link>}
    </>
  );
}
