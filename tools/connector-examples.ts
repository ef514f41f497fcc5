/** A first target system of a connector, for its page: the values of the calls that create it, and the rights it needs on the target. */
export interface ConnectorExample {
  /** Id of the target system. */
  readonly id: string;
  readonly description: string;
  /** An address that the connector's schema accepts. */
  readonly address: Readonly<Record<string, unknown>>;
  /** Login of the role `admin`; absent if the connector needs none. */
  readonly login?: string;
  /** Description of the password of that login. */
  readonly secret: string;
  /** Rights that the login needs on the target. */
  readonly rights: readonly string[];
}

/** An example of each built-in connector, by its id. */
export const connectorExamples: Readonly<Record<string, ConnectorExample>> = {
  "active-directory": {
    id: "DOMAIN",
    description: "our domain",
    address: {
      url: "ldaps://dc1.example.test:636",
      baseDN: "DC=example,DC=test",
      accountsDN: "OU=People,DC=example,DC=test",
      groupsDN: "OU=Groups,DC=example,DC=test",
    },
    login: "gatehouse@example.test",
    secret: "the password of that account; the login is its user principal name or its distinguished name",
    rights: [
      "to read everything below the containers, and the schema and configuration of the domain",
      "to create, change, rename and delete users and groups in the containers, and to write `member` and `managedBy` of the groups",
      "to reset passwords there, and to write `userAccountControl`, `pwdLastSet` and `lockoutTime`",
      "for deletions in the feed of changes: to see the container of deleted objects; without that right the feed says that it shows none",
    ],
  },
  ldap: {
    id: "LDAP",
    description: "our directory",
    address: {
      url: "ldaps://ldap.example.test:636",
      baseDN: "dc=example,dc=test",
      accountsDN: "ou=people,dc=example,dc=test",
      groupsDN: "ou=groups,dc=example,dc=test",
    },
    login: "cn=gatehouse,dc=example,dc=test",
    secret: "its password; the login is a distinguished name",
    rights: [
      "to read the root entry, the schema, and everything below the containers with their operational attributes",
      "to add, change, rename and delete entries in the containers, and to write the attributes of members and owners of groups",
      "to write `userPassword`, and the attributes in which the directory keeps locks and the need of a new password",
    ],
  },
  scim: {
    id: "SERVICE",
    description: "a service in the cloud",
    address: { url: "https://service.example.test/scim/v2" },
    login: "gatehouse",
    secret: "the bearer token (the login is then only a name for it), or the password where the address says `basic`",
    rights: [
      "to read `/Users` and `/Groups`, and `/ServiceProviderConfig`, `/ResourceTypes` and `/Schemas` where they are there",
      "to create, change and delete resources below `/Users` and `/Groups`",
    ],
  },
  sql: {
    id: "DATABASE",
    description: "the accounts of our database server",
    address: { product: "mariadb", host: "db.example.test", tls: {} },
    login: "gatehouse",
    secret: "its password on the server",
    rights: [
      "MariaDB and MySQL: the global privilege `CREATE USER`, and `SELECT` on the database `mysql`; each role that it has not made itself `WITH ADMIN OPTION`",
      "PostgreSQL: `CREATEROLE` (from version 16 on together with `ADMIN OPTION` on the roles that it has not made itself), or a superuser; only a superuser may change superusers, and `adminVerify` needs to read `pg_authid`",
    ],
  },
  sqlite: {
    id: "SMALL",
    description: "accounts of a small application",
    address: { file: "small.db" },
    secret: "",
    rights: ["the process of the proxy: to read and write the file and the folder in which it lies"],
  },
  ssh: {
    id: "MACHINE",
    description: "a Linux machine",
    address: {
      host: "machine.example.test",
      hostKeys: ["SHA256:uNiVztksCsDhcc0u9e8BrrQXVUpKZIDTMczCvj3tD2s"],
      sudo: true,
    },
    login: "gatehouse",
    secret: "its password on the machine, or a private key as a whole, each end of a line written as `\\n` in JSON",
    rights: [
      "to be root, or with `sudo: true` to run these programs by `sudo -n`, without a password: `id`, `getent`, `useradd`, `usermod`, `userdel`, `groupadd`, `groupmod`, `groupdel`, `gpasswd`, `chage`, `chpasswd`, `faillock`, `stat`, `cat`, `uname`, `date`",
    ],
  },
};
