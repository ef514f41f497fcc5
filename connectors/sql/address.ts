import { z } from "zod";

import { isLoopbackHost } from "#connectors/contract/index.ts";

// Default port of each product.
const productPorts = { mariadb: 3306, mysql: 3306, postgresql: 5432 } as const;
const portMax = 65_535;
const systemRolesMax = 100;

/** Privileges of PostgreSQL that give an account the whole server, or all of its data. */
export const serverPrivileges = ["superuser", "createRole", "replication", "bypassRls"] as const;

/** Address of the database server and the way to reach it; the administrator's login is the credential `admin`. */
export const sqlAddress = z
  .strictObject({
    product: z.enum(["mariadb", "mysql", "postgresql"]).meta({ title: "Product" }),
    host: z
      .string()
      .min(1)
      .regex(/^[A-Za-z0-9._:-]+$/, "a host name or an IP address, without a port and without a path")
      .meta({ title: "Host" }),
    port: z
      .int()
      .min(1)
      .max(portMax)
      .optional()
      .meta({ title: "Port", description: "Absent = 3306 for MariaDB and MySQL, 5432 for PostgreSQL." }),
    tls: z
      .strictObject({
        ca: z.string().optional().meta({
          title: "Certificate authority",
          description: "PEM text. Optional. Defaults to the certificates that Node.js trusts.",
        }),
        serverName: z
          .string()
          .min(1)
          .optional()
          .meta({ title: "Name in the certificate", description: "Absent = the host; needed for an IP address." }),
        rejectUnauthorized: z.boolean().default(true).meta({ title: "Refuse a certificate that cannot be checked" }),
      })
      .optional()
      .meta({ title: "TLS", description: "Absent = not encrypted, which is for a server on the proxy's own machine." }),
    unencrypted: z.boolean().default(false).meta({
      title: "Without encryption",
      description: "Passwords and everything else can be read on the way; needed only for another machine without TLS.",
    }),
    database: z.string().min(1).optional().meta({
      title: "Database to connect to",
      description: "PostgreSQL only. Optional. Defaults to postgres. Accounts and roles are those of the whole server.",
    }),
    defaultHost: z
      .string()
      .regex(/^[A-Za-z0-9._:%/-]{1,255}$/, "a host name, an address or a pattern with % and _")
      .optional()
      .meta({
        title: "Host part of names",
        description: 'MariaDB and MySQL only: host of names without "@host". Optional. Defaults to %.',
      }),
    privileges: z.array(z.enum(serverPrivileges)).default([]).meta({
      title: "Privileges over the whole server that accounts may get",
      description: "PostgreSQL only; by default none is given, whoever has approved it.",
      sendsNothing: true,
    }),
    systemRoles: z.array(z.string().min(1)).max(systemRolesMax).default([]).meta({
      title: "Roles of the server that are granted all the same",
      description: "PostgreSQL only, by name: pg_… and roles with a privilege over the whole server.",
      sendsNothing: true,
    }),
  })
  .refine(({ host, tls, unencrypted }) => tls !== undefined || unencrypted || isLoopbackHost(host), {
    path: ["tls"],
    message: "passwords would travel in clear; say how to encrypt ({} = as Node.js trusts), or `unencrypted: true`",
  })
  .refine(({ tls, unencrypted }) => tls === undefined || !unencrypted, {
    path: ["unencrypted"],
    message: "the connection is encrypted",
  })
  .refine(({ product, database }) => database === undefined || product === "postgresql", {
    path: ["database"],
    message: "is for PostgreSQL only",
  })
  .refine(
    ({ product, privileges, systemRoles }) => product === "postgresql" || privileges.length + systemRoles.length === 0,
    {
      path: ["privileges"],
      message: "privileges and systemRoles are for PostgreSQL only",
    },
  )
  .refine(({ product, defaultHost }) => defaultHost === undefined || product !== "postgresql", {
    path: ["defaultHost"],
    message: "is for MariaDB and MySQL only",
  });

/** Validated address. */
export type SqlOptions = z.output<typeof sqlAddress>;

/** Returns the port of an address; default: the product's own. */
export function portOf({ product, port }: SqlOptions): number {
  return port ?? productPorts[product];
}
