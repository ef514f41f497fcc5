import type { SqlOptions } from "../address.ts";
import { type SqlClient, textOf } from "../client.ts";
import type { SqlObject } from "../session.ts";

/** Finds a reason other than a wrong password for which the server refuses a login from this proxy; undefined if there is none. */
export async function whyNotFromHere(
  { client, options }: { readonly client: SqlClient; readonly options: SqlOptions },
  object: SqlObject,
  from: string | undefined,
): Promise<string | undefined> {
  return whyNotOnThisLine(options, object) ?? (from === undefined ? undefined : whyNotFrom(client, object, from));
}

function whyNotOnThisLine({ tls }: SqlOptions, { object: { name, attributes } }: SqlObject): string | undefined {
  const rule = String(attributes["requireTls"]?.[0] ?? "NONE");
  const unknown = "so it is not known whether the password is right";
  if (rule === "X509") return `"${name}" must show a certificate of its own (REQUIRE X509), ${unknown}`;
  if (rule === "SPECIFIED")
    return `"${name}" must show a certificate of its own (REQUIRE SUBJECT, ISSUER or CIPHER), ${unknown}`;
  if (rule === "SSL" && tls === undefined)
    return `"${name}" must come encrypted (REQUIRE SSL), and the address has no tls, ${unknown}`;
  return undefined;
}

async function whyNotFrom(client: SqlClient, { object, key }: SqlObject, from: string): Promise<string | undefined> {
  const [pattern = "", user = ""] = key;
  // Only the server can match a netmask.
  if (pattern.includes("/")) return undefined;
  const [row] = await client.query("SELECT ? LIKE ? AS fits", [from, pattern]);
  if (textOf(row, "fits") !== "1") return `${object.id} may not come from ${from}`;
  // The server tries only one account: the one with the most exact matching host.
  const others = await client.query(
    "SELECT Host AS h, User AS u FROM mysql.user WHERE User IN (?, '') AND Host <> '' AND NOT (Host = ? AND User = ?) AND ? LIKE Host",
    [user, pattern, user, from],
  );
  const taken = others.find((other) => exactness(textOf(other, "h")) > exactness(pattern));
  return taken && `the server takes it for ${textOf(taken, "u")}@${textOf(taken, "h")}`;
}

// The later its first wildcard, the more exact a pattern is.
function exactness(pattern: string): number {
  const wildcard = pattern.search(/[%_]/);
  return wildcard < 0 ? Number.MAX_SAFE_INTEGER : wildcard;
}
