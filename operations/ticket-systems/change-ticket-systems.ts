import { z } from "zod";

import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { type TicketField, ticketFieldNames } from "#domain/requests/ticket-rules.ts";
import { ticketSystems } from "#domain/resources/ticket-systems.ts";
import { ticketSecretOverlapHours, ticketSecretOverlapHoursMax, ticketSystemsMax } from "#domain/ticket-limits.ts";
import { newWebhookSecret } from "#platform/webhooks/webhook-signature.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { inputOf } from "../kernel/resource-input.ts";
import { policiesOfChange, removalOf } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { currentTicketSecret, sealTicketSecret } from "../kernel/ticket-secrets.ts";

const hourMs = 3_600_000;

const onceRule = "must name each field once";

/** Schema of the fields of people that a ticket system gets; an empty list is none. */
const fields = z
  .array(
    z.enum(ticketFieldNames as [TicketField, ...TicketField[]], {
      error: `must be one of ${ticketFieldNames.join(", ")}`,
    }),
  )
  .max(ticketFieldNames.length, onceRule)
  .refine((names) => new Set(names).size === names.length, onceRule)
  .meta({ rule: onceRule })
  .transform((names) => (names.length === 0 ? null : names))
  .nullish();

/** A ticket system with its new secret, which is shown this once. */
export interface TicketSecret {
  readonly id: string;
  readonly secret: Secret;
}

/**
 * Adds a ticket system, with a secret by which it signs its callbacks.
 * @throws TICKET_SYSTEM_EXISTS, TICKET_SYSTEMS_MAX, TICKET_SYSTEM_PLUGIN_UNKNOWN
 */
export const addTicketSystem = defineOperation({
  name: "ticketSystems.add",
  input: z.strictObject(inputOf(ticketSystems, "create", { fields })),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.create("ticketSystems") }],
  audit: { operation: "TKAD", describe: ({ id }) => ({ ident: id }) },
  async run(context, system): Promise<TicketSecret> {
    const { store, clock, ids } = context;
    const { id } = system;
    if (await store.get("ticketSystems", id)) throw new ServiceError("TICKET_SYSTEM_EXISTS", { target: "id" });
    if ((await store.count("ticketSystems")) >= ticketSystemsMax) throw new ServiceError("TICKET_SYSTEMS_MAX");
    requirePlugin(context, system.plugin);
    const secret = newWebhookSecret(ids);
    await store.add("ticketSystems", {
      ...system,
      fields: system.fields ?? null,
      secret: sealTicketSecret(store, id, "secret", secret),
      createdAt: clock.now(),
    });
    return { id, secret };
  },
});

/**
 * Changes the given fields of a ticket system.
 * @throws NOT_FOUND, FORBIDDEN, TICKET_SYSTEM_PLUGIN_UNKNOWN
 */
export const updateTicketSystem = defineOperation({
  name: "ticketSystems.update",
  input: z.strictObject({ key: z.string(), ...inputOf(ticketSystems, "change", { fields }) }),
  callers: ["user", "engine"],
  policies: policiesOfChange("update", "ticketSystems"),
  audit: { operation: "TKUP", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, ...given }): Promise<Row<"ticketSystems">> {
    await lockedRow(context, { table: "ticketSystems", key });
    if (given.plugin !== undefined) requirePlugin(context, given.plugin);
    return context.store.save("ticketSystems", { id: key, ...definedFields(given) });
  },
});

/** A new secret, and the end of the previous one in milliseconds UTC. */
export interface RotatedTicketSecret extends TicketSecret {
  readonly previousSecretUntil: number;
}

/**
 * Rotates the secret of a ticket system. For a while callbacks may be signed by either one; an overlap of 0 hours ends the old one at once.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const rotateTicketSecret = defineOperation({
  name: "ticketSystems.rotateSecret",
  input: z.strictObject({
    key: z.string(),
    overlapHours: z
      .int("must be a whole number")
      .min(0, "must not be negative")
      .max(ticketSecretOverlapHoursMax, `must be at most ${ticketSecretOverlapHoursMax}`)
      .nullish(),
  }),
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "ticketSystems/rotateSecret"),
  audit: { operation: "TKSR", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, overlapHours }): Promise<RotatedTicketSecret> {
    const { store, clock, ids } = context;
    const before = await lockedRow(context, { table: "ticketSystems", key });
    const secret = newWebhookSecret(ids);
    const previousSecretUntil = clock.now() + (overlapHours ?? ticketSecretOverlapHours) * hourMs;
    await store.save("ticketSystems", {
      id: key,
      secret: sealTicketSecret(store, key, "secret", secret),
      previousSecret: sealTicketSecret(store, key, "previousSecret", currentTicketSecret(store, before)),
      previousSecretUntil,
    });
    return { id: key, secret, previousSecretUntil };
  },
});

/**
 * Removes a ticket system that no target system names. Its tickets stay on record, and nothing more is sent to it.
 * @throws NOT_FOUND, FORBIDDEN, TICKET_SYSTEM_IN_USE
 */
export const removeTicketSystem = defineOperation({
  name: "ticketSystems.remove",
  callers: ["user", "engine"],
  audit: { operation: "TKRM", describe: ({ key }) => ({ ident: key }) },
  ...removalOf("ticketSystems", async ({ store }, { id }) => {
    const options = await store.select("targetSystemOptions", { where: { name: "ticketSystem" } });
    const [user] = options.flatMap(({ value, targetSystemId }) => (value === id ? [targetSystemId] : []));
    if (user !== undefined) throw new ServiceError("TICKET_SYSTEM_IN_USE", { target: user });
  }),
});

function requirePlugin({ plugins }: CallContext, name: string): void {
  if (!plugins.has("ticketSystem", name)) throw new ServiceError("TICKET_SYSTEM_PLUGIN_UNKNOWN", { target: "plugin" });
}
