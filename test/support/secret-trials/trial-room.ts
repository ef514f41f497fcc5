import type { SecretGuard } from "#domain/secrets/secret-way.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";

import type { TestAnswer } from "../api.ts";
import { giveCheckoutRight } from "../give-checkout-right.ts";
import { openRequestApi, type RequestApi } from "../request-api.ts";
import { callerOf } from "../service.ts";
import { openVaultOrder } from "../vault-room.ts";

/** Tries one way to one kind of secret, and returns the guards that it met. */
export type SecretTrial = (room: TrialRoom) => Promise<readonly SecretGuard[]>;

/**
 * A REST API for trials. `root` is a superuser without permission to any privileged password, `second` another superuser, who gets the
 * notices. `carl` has the policies of the operations on trial, but none that guards a way to secrets.
 */
export interface TrialRoom extends RequestApi {
  post(as: string, path: string, body?: object): Promise<TestAnswer>;
  change(as: string, path: string, body: object): Promise<TestAnswer>;
  /** Runs an operation as root, without the doors. */
  run<I, O, P>(operation: Operation<I, O, P>, input: object): Promise<Ran>;
  /** Lets carl make the calls of policies. */
  allow(...policies: readonly string[]): Promise<void>;
  /** Adds a target system with a credential that has a password of its own; returns its ID. */
  target(): Promise<string>;
  /** Puts an account on a target system under management, with passwords in the vault, under a policy of its own. */
  managed(targetSystemId: string): Promise<{ readonly key: string; readonly policyId: string }>;
  /** Gives root the permission to get the passwords under a policy without approval. */
  giveRight(policyId: string): Promise<void>;
  /** Reports whether the other superuser got a notice of a change. */
  wasTold(change: string, subjectId: string): Promise<boolean>;
  /** Returns a name that nothing has yet. */
  fresh(prefix: string): string;
}

/** End of an operation: without a code, or refused with one. */
export interface Ran {
  readonly code: string | undefined;
}

/** Opens the room. */
export async function openTrialRoom(): Promise<TrialRoom> {
  const api = await openRequestApi({ people: ["carl"], targets: { T1: [] } });
  const { store, context } = api;
  const second = await api.addUser("second", { superuser: true });
  const [root] = await store.select("users", { where: { id: "root" } });
  let made = 0;
  const room: TrialRoom = {
    ...api,
    post: (as, path, body = {}) => api.call("POST", `/v2/${path}`, as, body),
    change: (as, path, body) => api.call("PATCH", `/v2/${path}`, as, body),
    run: (operation, input) =>
      invoke(operation, context, callerOf({ key: root?.key ?? "", id: "root", superuser: true }), input).then(
        () => ({ code: undefined }),
        (error: unknown) => ({ code: (error as { readonly code?: string }).code ?? String(error) }),
      ),
    async allow(...policies) {
      for (const name of policies) {
        const { status, text } = await room.change("root", `policies('${name}')`, { expression: "true" });
        if (status !== 204) throw new Error(text);
      }
    },
    async target() {
      const id = room.fresh("TARGET");
      const target = { id, type: "fault", description: id, address: { file: "none" }, autoApprove: true };
      await accepted(room.post("root", "targetSystems", target));
      await accepted(room.post("root", `targetSystems('${id}')/credentials`, { administratorId: "a", password: "p" }));
      return id;
    },
    async managed(targetSystemId) {
      const { managedAccountKey: key } = await openVaultOrder(api, targetSystemId);
      return { key, policyId: (await store.get("managedAccounts", key))?.policyId ?? "" };
    },
    giveRight: (policyId) => giveCheckoutRight(api, { policyId, right: "preApproved", userKey: root?.key ?? "" }),
    async wasTold(change, subjectId) {
      const rows = await store.select("notices", { where: { kind: "secretWay", userKey: second.key } });
      return rows.some(({ facts }) => facts["change"] === change && facts["subjectId"] === subjectId);
    },
    fresh: (prefix) => `${prefix}${(made += 1)}`,
  };
  return room;
}

async function accepted(call: Promise<TestAnswer>): Promise<void> {
  const { status, text } = await call;
  if (status >= 300) throw new Error(text);
}

/** Returns the guards that hold, of those that were checked. */
export function met(looked: Readonly<Partial<Record<SecretGuard, boolean>>>): readonly SecretGuard[] {
  return Object.entries(looked).flatMap(([guard, holds]) => (holds ? [guard as SecretGuard] : []));
}
