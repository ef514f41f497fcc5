import type { Operation } from "../../api/model.ts";
import { Notice } from "../../components/notice.tsx";
import { OperationFailure } from "../../components/operation-failure.tsx";
import { useText } from "../../messages/text.ts";

/** Result of a connection test: the product, or the message of the target system about the failure. */
export function TestOutcome({ operation }: { readonly operation: Operation | undefined }) {
  const say = useText();
  if (operation === undefined || operation.finishedAt === null) return null;
  const { server } = operation;
  if (operation.status !== "succeeded" || server === null)
    return <OperationFailure operation={operation} title={say("test.failed")} />;
  const { product, version, latencyMs, connectorVersion, clockSkewMs, capabilities } = server;
  return (
    <Notice
      kind="success"
      title={say("test.succeeded", { product: version === null ? product : `${product} ${version}` })}
    >
      <p>{say("test.facts", { latencyMs, connectorVersion })}</p>
      {clockSkewMs === null ? null : <p>{say("test.clock", { seconds: Math.round(clockSkewMs / 1_000) })}</p>}
      <p>
        {say("test.capabilities")} <span lang="en">{capabilities.join(", ")}</span>
      </p>
    </Notice>
  );
}
