import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { samlProvidersMax } from "#domain/saml-limits.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { policiesOfChange, removalOf } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { guardProvider } from "./engine/guard-provider.ts";
import { newProvider, providerChanges } from "./engine/provider-input.ts";

/**
 * Adds an identity provider.
 * @throws FORBIDDEN, SAML_PROVIDER_EXISTS, SAML_PROVIDERS_MAX, USER_CLASS_UNKNOWN
 */
export const addSamlProvider = defineOperation({
  name: "samlProviders.add",
  input: z.strictObject(newProvider),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.create("samlProviders") }],
  audit: { operation: "SPAD", describe: ({ id }) => ({ ident: id }) },
  async run(context, provider): Promise<Row<"samlProviders">> {
    const { store } = context;
    if (await store.get("samlProviders", provider.id)) throw new ServiceError("SAML_PROVIDER_EXISTS", { target: "id" });
    if ((await store.count("samlProviders")) >= samlProvidersMax) throw new ServiceError("SAML_PROVIDERS_MAX");
    await guardProvider(context, undefined, provider);
    return store.add("samlProviders", provider);
  },
});

/**
 * Changes the given fields of an identity provider. Sign-ins in progress are judged by its state when they continue.
 * @throws FORBIDDEN, NOT_FOUND, USER_CLASS_UNKNOWN
 */
export const updateSamlProvider = defineOperation({
  name: "samlProviders.update",
  input: z.strictObject({ key: z.string(), ...providerChanges }),
  callers: ["user", "engine"],
  policies: policiesOfChange("update", "samlProviders"),
  audit: { operation: "SPUP", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, ...fields }): Promise<Row<"samlProviders">> {
    const known = await lockedRow(context, { table: "samlProviders", key });
    await guardProvider(context, known, definedFields(fields));
    return context.store.save("samlProviders", { id: key, ...definedFields(fields) });
  },
});

/**
 * Deletes an identity provider; no one can sign in by it anymore.
 * @throws NOT_FOUND
 */
export const removeSamlProvider = defineOperation({
  name: "samlProviders.remove",
  callers: ["user", "engine"],
  audit: { operation: "SPRM", describe: ({ key }) => ({ ident: key }) },
  ...removalOf("samlProviders"),
});
