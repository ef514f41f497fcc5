import { ServiceError } from "#domain/errors.ts";
import { isComputedClass, everybodyClass } from "#domain/identity/user-classes.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { tellSecretWay } from "../../secret-ways/tell-secret-way.ts";

type Provider = Row<"samlProviders">;

/** Names of the properties that decide which users a provider can sign in. */
const trusted = [
  "issuer",
  "certificates",
  "nameAttribute",
  "userAttribute",
  "userClass",
  "superusers",
  "enabled",
] as readonly (keyof Provider)[];

/**
 * Guards superusers, and users with permission for secrets, against an identity provider that signs in as them. Only a superuser can allow
 * a provider to name superusers, or change such a provider. All superusers are notified of changes to the users whom it can sign in.
 * @throws FORBIDDEN, USER_CLASS_UNKNOWN
 */
export async function guardProvider(
  context: CallContext,
  known: Provider | undefined,
  changed: Partial<Provider>,
): Promise<void> {
  const isOther = (name: keyof Provider) =>
    changed[name] !== undefined && JSON.stringify(changed[name]) !== JSON.stringify(known?.[name]);
  const namesSuperusers = known?.superusers === true || changed.superusers === true;
  if (namesSuperusers && context.caller.kind === "user" && !context.caller.superuser) {
    const message = "Only a superuser lets an identity provider name superusers, or changes one that may.";
    throw new ServiceError("FORBIDDEN", { target: "superusers", message });
  }
  if (known !== undefined && !trusted.some(isOther)) return;
  if (isOther("userClass")) await requireClass(context, changed.userClass);
  const subjectId = known?.id ?? changed.id ?? "";
  await tellSecretWay(context, { change: "identityProvider", subjectId, policyIds: [] });
}

async function requireClass({ store }: CallContext, id: string | null | undefined): Promise<void> {
  if (id === null || id === undefined || id === everybodyClass) return;
  if (isComputedClass(id) || !(await store.get("userClasses", id)))
    throw new ServiceError("USER_CLASS_UNKNOWN", { target: "userClass" });
}
