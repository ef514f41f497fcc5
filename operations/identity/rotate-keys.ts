import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { planRotation, type RotationPlan } from "#domain/identity/key-rotation.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { makeKey, type NewKey, saveKey } from "./engine/make-signing-key.ts";
import { privateKeyColumn, signingKeyCache } from "./engine/signing-key-cache.ts";
import { certifyOwnKeys, ownSigningKeys } from "./engine/trusted-keys.ts";

const input = z.strictObject({
  /** Condition: `due` if the active key is old enough (the schedule), `published` if others can know the next key, or `now`. */
  when: z.enum(["due", "published", "now"]),
  /** True to delete the previous signing key at once, with the tokens that it signed: for a compromised key. */
  discard: z.boolean().default(false),
});

/** Result of a rotation. */
export interface Rotation {
  /** ID of the new active key; undefined if nothing had to change. */
  readonly active?: string;
  readonly removed: readonly string[];
}

/**
 * Activates the next signing key of this node, publishes its successor, and deletes keys that no token needs anymore.
 * @throws NEXT_KEY_TOO_YOUNG if `published` was requested
 * @throws CONFLICT if another rotation was faster
 */
export const rotateKeys = defineOperation({
  name: "identity.rotateKeys",
  input,
  callers: ["engine"],
  audit: {
    operation: "KROT",
    describe: (_input, output?: Rotation) => (output?.active === undefined ? {} : { ident: output.active }),
  },
  async prepare(context) {
    return { known: await ownSigningKeys(context), made: await makeKey() };
  },
  async run(context, { when, discard }, { made, known }): Promise<Rotation> {
    const { store, clock } = context;
    for (const { kid, version } of known) {
      const locked = await store.lock("signingKeys", kid);
      if (locked?.version !== version) throw new ServiceError("CONFLICT", { detail: "another rotation was faster" });
    }
    await certifyOwnKeys(context);
    const plan = planRotation(known, clock.now(), when);
    if (when === "published" && plan.activate === undefined && !plan.publish) throw tooYoung(plan.waitUntil ?? 0);
    const rotation = await carryOut(context, plan, { made, discard });
    store.afterCommit(() => signingKeyCache(context).forget());
    return rotation;
  },
});

async function carryOut(
  context: CallContext,
  plan: RotationPlan,
  { made, discard }: { made: NewKey; discard: boolean },
): Promise<Rotation> {
  const { store, clock } = context;
  const removed = [...plan.remove, ...(discard ? plan.retire : [])];
  for (const kid of discard ? [] : plan.retire) {
    // A retired key never signs again, so its private half is not kept.
    const privateKey = store.seal(new Secret(""), { table: "signingKeys", key: kid, column: privateKeyColumn });
    await store.save("signingKeys", { kid, state: "retired", slot: null, retiredAt: clock.now(), privateKey });
  }
  for (const kid of removed) await store.remove("signingKeys", kid);
  const isNew = plan.activate === "new";
  if (plan.activate !== undefined && !isNew)
    await store.save("signingKeys", { kid: plan.activate, state: "active", slot: "active", activatedAt: clock.now() });
  if (isNew) await saveKey(context, made, { state: "active", activatedAt: clock.now() });
  // A key that had to sign at once has no successor yet: the next rotation, or the schedule, publishes one.
  else if (plan.publish) await saveKey(context, made, { state: "next" });
  const activeKid = isNew ? made.kid : plan.activate;
  return { ...(activeKid === undefined ? {} : { active: activeKid }), removed };
}

function tooYoung(waitUntilMs: number): ServiceError {
  const at = new Date(waitUntilMs).toISOString();
  return new ServiceError("NEXT_KEY_TOO_YOUNG", {
    message: `The next key may sign from ${at}, when everybody can know it. Wait until then, or rotate with --now.`,
  });
}
