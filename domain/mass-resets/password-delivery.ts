import { csvLine } from "../write-csv.ts";
import type { massResetDeliveries } from "./mass-reset.ts";

/** Way on which the generated passwords of a mass reset reach their readers. */
export type MassResetDelivery = (typeof massResetDeliveries)[number];

/** Ways on which a delivery is made for one reader. */
export const deliveryWays = ["file", "link", "myAccess"] as const satisfies readonly MassResetDelivery[];

/** Way of a delivery. */
export type DeliveryWay = (typeof deliveryWays)[number];

/** States of a delivery: its passwords wait, were shown once, or were deleted unread at its end. */
export const passwordDeliveryStates = ["waiting", "delivered", "expired"] as const;

/** State of a delivery. */
export type PasswordDeliveryState = (typeof passwordDeliveryStates)[number];

/** Reason why a password cannot reach the owner of an account. */
export type DeliveryFault = "noOwner" | "noMail" | "newMail" | "noFactor";

/** Facts about the reader of a password. */
export interface DeliveryReader {
  /** True if the account has an owner. */
  readonly isOwned: boolean;
  /** True if emails reach the owner. */
  readonly hasMail: boolean;
  /** True if the address of these emails was changed shortly ago. */
  readonly isMailNew: boolean;
  /** True if the owner has a second factor by which they can prove themselves in My access. */
  readonly hasFactor: boolean;
}

/** Returns the reason why a password cannot reach the owner of an account on a way; undefined if it can. */
export function deliveryFault(delivery: MassResetDelivery, reader: DeliveryReader): DeliveryFault | undefined {
  if (delivery !== "link" && delivery !== "myAccess") return undefined;
  if (!reader.isOwned) return "noOwner";
  if (delivery === "link" && !reader.hasMail) return "noMail";
  if (delivery === "link") return reader.isMailNew ? "newMail" : undefined;
  return reader.hasFactor ? undefined : "noFactor";
}

/** Reports whether a delivery can still be opened at a time, milliseconds UTC. */
export function isOpenDelivery(
  { state, expiresAt }: { readonly state: PasswordDeliveryState; readonly expiresAt: number },
  now: number,
): boolean {
  return state === "waiting" && now < expiresAt;
}

/** A password as its file names it. */
export interface FiledPassword {
  readonly userId: string;
  readonly userName: string;
  readonly targetSystemKey: string;
  readonly accountName: string;
  readonly password: string;
}

const fileColumns = ["user", "name", "targetSystem", "account", "password"] as const;

/** Returns the first record of a file of passwords. */
export const passwordFileHeader = (): string => csvLine(fileColumns, "raw");

/** Returns the record of a password. Passwords stand as they are: an apostrophe in front would be another password. */
export function passwordFileLine(row: FiledPassword): string {
  return csvLine([row.userId, row.userName, row.targetSystemKey, row.accountName, row.password], "raw");
}
