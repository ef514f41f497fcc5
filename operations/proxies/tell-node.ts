import { z } from "zod";

import type { ToldNode } from "#domain/proxies/chosen-node.ts";
import { allOf, anyOf, eq } from "#domain/query/condition.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { enrolledProxy } from "./engine/enrolled-proxy.ts";

/**
 * Tells a proxy that knows several nodes what this one is and knows of the others, so that it can choose the one that it works for. Nothing
 * of it is secret among those that are enrolled.
 * @throws PROXY_SIGNATURE_INVALID
 */
export const tellNode = defineOperation({
  name: "proxies.tellNode",
  input: z.strictObject({}),
  callers: ["proxy"],
  audit: { operation: "PXHI", when: "refusalOnly" },
  async run(context): Promise<ToldNode> {
    const { store, nodes } = context;
    const { id } = await enrolledProxy(context);
    const standsBy = (await nodes.standsBy()) ?? null;
    return { name: store.node, standsBy, isBusy: await hasWork(context, id), nodes: await nodes.all() };
  },
});

/** Returns true if this node has work that a proxy has not ended: operations in its hands, or a run over managed accounts. */
async function hasWork({ store }: CallContext, proxyServer: string): Promise<boolean> {
  const isHere = await store.homes.here();
  const isOpen = anyOf(eq("result", null), eq("result", OperationResult.Pending));
  const ofProxy = allOf(eq("proxyServer", proxyServer), isOpen, isHere);
  if ((await store.count("requestOperations", ofProxy)) > 0) return true;
  return (await store.count("runs", allOf(eq("endedAt", null), isHere))) > 0;
}
