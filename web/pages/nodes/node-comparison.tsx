import { Button } from "@patternfly/react-core";
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { call, change } from "../../api/call.ts";
import { readAnew } from "../../api/changing.ts";
import type { NodeLink } from "../../api/model.ts";
import { nodesPath } from "../../api/nodes.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";

/** The last comparison of all rows with another node, and a button that compares them now. */
export function NodeComparison({ node }: { readonly node: NodeLink }) {
  const say = useText();
  const may = useMay();
  const client = useQueryClient();
  const { key, name, state, comparison } = node;
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      // Each call compares a part.
      for (let left = true; left;) ({ left } = await change(call("POST nodes()/compare", { key })));
    },
    onSettled: () => readAnew(client, nodesPath),
  });
  const { running = null, last = null } = comparison ?? {};
  const label = say("nodes.compare");
  return (
    <>
      {running === null ? null : <p>{say("nodes.comparing", { rows: running.rows })}</p>}
      {last === null ? (
        running === null && <p>{say("nodes.never")}</p>
      ) : (
        <p>
          {say(`nodes.compared.${last.state}`, { count: last.differences + last.orphans })}{" "}
          {last.undecided > 0 ? say("nodes.compared.undecided", { count: last.undecided }) : null}{" "}
          {last.reason === null ? null : <span lang="en">{last.reason}</span>} <Moment at={last.at} />
        </p>
      )}
      {error === null ? null : <ErrorAlert error={error} title={say("nodes.notCompared")} />}
      {state !== "active" || !may("nodes_post_compare") ? null : (
        <Button
          variant="link"
          size="sm"
          isLoading={isPending}
          isDisabled={isPending}
          aria-label={say("action.on", { action: label, name })}
          onClick={() => mutate()}
        >
          {label}
        </Button>
      )}
    </>
  );
}
