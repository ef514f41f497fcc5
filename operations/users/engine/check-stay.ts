import { ServiceError } from "#domain/errors.ts";
import { isAbove } from "#domain/identity/manager-line.ts";
import { isPresent, type Stay } from "#domain/identity/presence.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { peopleAbove } from "./check-user.ts";

/** Start, end and sponsor of a user that are to be written; what is absent stays. */
export type WantedStay = Partial<Stay & Pick<Row<"users">, "sponsorKey">>;

/**
 * Throws unless a user may have a start, an end and a sponsor.
 * @throws SUPERUSER_STAYS, STAY_UNFIT, SPONSOR_UNFIT
 */
export async function requireStay(
  context: Pick<CallContext, "store" | "clock">,
  user: Pick<Row<"users">, "key" | "superuser"> & Stay,
  wanted: WantedStay,
): Promise<void> {
  const { startsAt, endsAt } = { ...user, ...wanted };
  const bounded = ([wanted.startsAt, wanted.endsAt] as const).some((at) => typeof at === "number");
  // Nobody could sign in anymore to add another one.
  if (user.superuser && bounded) throw new ServiceError("SUPERUSER_STAYS", { target: "endsAt" });
  if (startsAt !== null && endsAt !== null && startsAt >= endsAt)
    throw new ServiceError("STAY_UNFIT", { target: wanted.endsAt === undefined ? "startsAt" : "endsAt" });
  if (typeof wanted.sponsorKey === "string") await requireSponsor(context, user.key, wanted.sponsorKey);
}

async function requireSponsor(
  { store, clock }: Pick<CallContext, "store" | "clock">,
  userKey: string,
  sponsorKey: string,
): Promise<void> {
  const unfit = (words: string) =>
    new ServiceError("SPONSOR_UNFIT", { target: "sponsorKey", message: `sponsorKey: ${words}` });
  const sponsor = await store.get("users", sponsorKey);
  if (sponsor === undefined || sponsor.disabled || !isPresent(sponsor, clock.now()))
    throw unfit("no enabled user who has started and not left has this key. Look it up under /v2/users.");
  const sponsors = await peopleAbove(store, "sponsorKey", [sponsorKey]);
  if (isAbove(userKey, sponsorKey, sponsors))
    throw unfit("this user is, or is sponsored by, the user themselves. Name another sponsor.");
}
