import { z } from "zod";

import { nodeStates } from "#domain/node-states.ts";
import type { AskedAddress, ToldNode } from "#domain/proxies/chosen-node.ts";
import { provenAnswerText, proxyPaths } from "#domain/proxies/proxy-call.ts";
import { isSignedByNode } from "#platform/nodes/node-keys.ts";

import { createProxyClient, type ProxyClient } from "./client.ts";
import { hashBody } from "./keys.ts";
import { type NodePins, readNodePins, withTold, writeNodePins } from "./node-pins.ts";
import { type AnsweredCall, createSignedCalls, ProxyCallError, type SignedCallsOptions } from "./signed-calls.ts";

/** Addresses of the nodes of a proxy, and what all calls have in common. */
export interface NodeAskerOptions extends Omit<SignedCallsOptions, "address" | "verify"> {
  /** Data folder of the proxy, where the keys of the nodes are kept. */
  readonly folder: string;
  /** Addresses of the nodes, that of its home first. */
  readonly addresses: readonly string[];
}

/** Nodes of a proxy that knows several. */
export interface NodeAsker {
  /** Asks the nodes at all addresses at once; what they prove is kept. */
  ask(signal: AbortSignal): Promise<readonly AskedAddress[]>;
  /** Returns the name of the home; undefined before it has answered for the first time. */
  home(): string | undefined;
  /** Returns the client of the node at an address, which believes no answer that a known node has not signed. */
  client(index: number): ProxyClient;
  close(): void;
}

const askMs = 10_000;
const toldShape: z.ZodType<ToldNode> = z.object({
  name: z.string().min(1),
  standsBy: z.string().nullable(),
  isBusy: z.boolean(),
  nodes: z.array(
    z.object({
      name: z.string().min(1),
      state: z.enum(nodeStates),
      signingKey: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
    }),
  ),
});

/**
 * Makes the asker of a proxy. The first answer at the first address, with which the proxy has enrolled over TLS, tells the keys of the home and
 * of the other nodes. From then on an answer counts at any address only if one of these nodes has signed it for this very call.
 * @throws PROXY_MISCONFIGURED
 */
export function createNodeAsker({ folder, addresses, ...options }: NodeAskerOptions): NodeAsker {
  let pins = readNodePins(folder);

  /** Refuses an answer that no known node has signed. */
  function verify(address: string, { node, signature, body, ...call }: AnsweredCall): void {
    const known = pins?.nodes[node ?? ""];
    if (node === undefined || signature === undefined || known === undefined) throw new UnprovenNodeError(address);
    if (known.isExpelled) throw new UnprovenNodeError(address, `node '${node}' is expelled`);
    const text = provenAnswerText({ node, ...call, bodyHash: hashBody(body) });
    if (!isSignedByNode(known, text, signature)) throw new UnprovenNodeError(address);
  }

  function verifyFirst(address: string, answered: AnsweredCall): void {
    if (pins !== undefined) return verify(address, answered);
    const told = toldShape.safeParse(parsed(answered.body));
    const own = told.success ? told.data.nodes.find(({ name }) => name === told.data.name) : undefined;
    if (!told.success || own === undefined) throw new UnprovenNodeError(address);
    pins = { home: own.name, nodes: { [own.name]: { signingKey: own.signingKey, isExpelled: false } } };
    try {
      verify(address, answered);
    } catch (error) {
      pins = undefined;
      throw error;
    }
    return undefined;
  }

  const asking = addresses.map((address, index) =>
    createSignedCalls({
      ...options,
      address,
      verify: (answered) => (index === 0 ? verifyFirst(address, answered) : verify(address, answered)),
    }),
  );
  const clients = addresses.map((address) =>
    createProxyClient({ ...options, address, verify: (answered) => verify(address, answered) }),
  );

  async function askOne(index: number, signal: AbortSignal): Promise<AskedAddress> {
    const address = addresses[index] ?? "";
    try {
      const within = AbortSignal.any([signal, AbortSignal.timeout(askMs)]);
      const answer = await asking[index]?.call(proxyPaths.node, {}, within);
      const told = toldShape.parse(parsed(answer ?? ""));
      keep(told);
      return { told };
    } catch (error) {
      signal.throwIfAborted();
      return { why: reasonOf(error, address) };
    }
  }

  function keep(told: ToldNode): void {
    if (pins === undefined) return;
    const after: NodePins = withTold(pins, told);
    if (JSON.stringify(after) !== JSON.stringify(readNodePins(folder))) writeNodePins(folder, after);
    pins = after;
  }

  return {
    async ask(signal) {
      // The first address alone tells whom to believe at the others.
      if (pins === undefined) {
        const home = await askOne(0, signal);
        if ("why" in home) return addresses.map(() => home);
      }
      return Promise.all(addresses.map((_, index) => askOne(index, signal)));
    },
    home: () => pins?.home,
    client(index) {
      const client = clients[index];
      if (client === undefined) throw new Error(`there is no address ${index}`);
      return client;
    },
    close() {
      for (const one of [...asking, ...clients]) one.close();
    },
  };
}

/** Returns the reason for which a node is of no use, without what differs from try to try. */
function reasonOf(error: unknown, address: string): string {
  if (error instanceof UnprovenNodeError) return error.message;
  if (error instanceof ProxyCallError && error.code !== "")
    return `the node at ${address} refuses this proxy: ${error.code}`;
  return `the node at ${address} does not answer`;
}

/** Error for an answer that no node has proven which the proxy was told of. */
class UnprovenNodeError extends Error {
  override readonly name = "UnprovenNodeError";

  constructor(address: string, why = "no node that the home of this proxy has told it of has signed the answer") {
    super(`the node at ${address} is not believed: ${why}`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
