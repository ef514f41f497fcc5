import type { SqlOptions } from "../address.ts";
import { type SqlClient, textOf } from "../client.ts";
import type { SqlObject } from "../session.ts";

/** Finds a reason beside a wrong password for which the server refuses a login from this proxy; undefined = there is none. */
export async function whyNotFromHere(
  { client, options }: { readonly client: SqlClient; readonly options: SqlOptions },
  { object, key }: SqlObject,
  from: string | undefined,
): Promise<string | undefined> {
  const tls = String(object.attributes["requireTls"]?.[0] ?? "NONE");
  if (tls === "X509" || tls === "SPECIFIED")
    return `"${object.name}" must show a certificate of its own (REQUIRE ${tls === "X509" ? tls : "SUBJECT, ISSUER or CIPHER"}), so it is not known whether the password is right`;
  if (tls === "SSL" && options.tls === undefined)
    return `"${object.name}" must come encrypted (REQUIRE SSL), and the address has no tls`;
  const [pattern = "", user = ""] = key;
  if (from === undefined || pattern.includes("/")) return undefined;
  const [row] = await client.query("SELECT ? LIKE ? AS fits", [from, pattern]);
  if (textOf(row, "fits") !== "1") return `${object.id} may not come from ${from}`;
  // The server tries one account only: of those whose host fits the most exact one, and with one host a name before no name.
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
