import { z } from "zod";

import {
  attributeName,
  checkEncryption,
  connectionFields,
  distinguishedName,
  isEncrypted,
  nameInDomain,
} from "#connectors/ldap-client/address.ts";
import { domainLabelsOf, tidyDn } from "#connectors/ldap-client/distinguished-name.ts";

const systemGroupsMax = 100;
// Type of the account of a trusted domain, which is not a person's; source: MS-SAMR 2.2.1.9.
const trustAccount = "805306370";
const optionalName = (title: string, description: string) => distinguishedName.optional().meta({ title, description });

/** Address of the domain controller, the way to reach it, and the containers of accounts and groups. */
export const activeDirectoryAddress = z
  .strictObject({
    ...connectionFields,
    baseDN: nameInDomain.meta({ title: "Base DN", description: "The domain, DC=example,DC=test, or a part of it." }),
    accountsDN: optionalName("Container of accounts", "Accounts below it are seen; absent = the base DN."),
    newAccountsDN: optionalName(
      "Container of new accounts",
      "Absent = the container of accounts, or CN=Users of the base DN where there is none.",
    ),
    groupsDN: optionalName("Container of groups", "Groups below it are seen; absent = the base DN."),
    newGroupsDN: optionalName(
      "Container of new groups",
      "Absent = the container of groups, or CN=Users of the base DN where there is none.",
    ),
    principalSuffix: z
      .string()
      .regex(/^[^@\s]+$/, "a suffix without @")
      .optional()
      .meta({
        title: "Suffix of user principal names",
        description:
          "Suffix of the user principal name of a new account (name@suffix). Optional. Defaults to the name of the domain.",
      }),
    accountAttributes: z
      .array(attributeName)
      .default([
        "sAMAccountName",
        "userPrincipalName",
        "cn",
        "displayName",
        "givenName",
        "sn",
        "initials",
        "mail",
        "telephoneNumber",
        "otherTelephone",
        "mobile",
        "title",
        "description",
        "department",
        "company",
        "employeeID",
        "employeeType",
        "manager",
        "l",
        "physicalDeliveryOfficeName",
        "preferredLanguage",
        "objectSid",
        "userAccountControl",
        "accountExpires",
        "pwdLastSet",
        "lastLogonTimestamp",
        "whenCreated",
      ])
      .meta({ title: "Attributes of accounts that are read", sendsNothing: true }),
    groupAttributes: z
      .array(attributeName)
      .default(["sAMAccountName", "cn", "displayName", "description", "mail", "managedBy", "groupType", "objectSid"])
      .meta({ title: "Attributes of groups that are read", sendsNothing: true }),
    systemGroups: z.array(z.string().min(1)).max(systemGroupsMax).default([]).meta({
      title: "Groups of the domain itself that are managed all the same",
      description: "Names of the groups. Members of a group such as Domain Admins control the whole domain.",
      sendsNothing: true,
    }),
    markerAttribute: attributeName.optional().meta({
      title: "Attribute that keeps which operation made an object",
      description: "A text attribute nobody else uses, such as adminDescription.",
      sendsNothing: true,
    }),
  })
  .check(checkEncryption)
  .refine(isEncrypted, {
    path: ["url"],
    message: "a domain controller takes passwords over ldaps:// or with startTls only",
  });

/** Validated address. */
export type ActiveDirectoryOptions = z.output<typeof activeDirectoryAddress>;

/** Normalizes the DNs of an address into the form that a controller accepts. */
export function tidyOptions(options: ActiveDirectoryOptions): ActiveDirectoryOptions {
  const names = Object.entries(options).flatMap(([field, dn]) =>
    field.endsWith("DN") && typeof dn === "string" ? [[field, tidyDn(dn)]] : [],
  );
  return { ...options, ...Object.fromEntries(names) };
}

/** Differences between accounts and groups. */
export interface ObjectKind {
  readonly type: "account" | "group";
  /** Container below which objects belong to this target. */
  readonly container: string;
  readonly newContainer: string;
  readonly objectClass: string;
  /** Attribute values that identify objects of the class to exclude. */
  readonly except?: readonly (readonly [attribute: string, value: string])[];
  readonly readable: readonly string[];
}

/** Attribute with the name of every account and group. */
export const namingAttribute = "sAMAccountName";

/** Returns the containers, class and attributes of a type; undefined for a type other than account and group. */
export function kindOf(options: ActiveDirectoryOptions, type: string): ObjectKind | undefined {
  const { baseDN, accountsDN, groupsDN } = options;
  const users = `CN=Users,${baseDN}`;
  if (type === "account") {
    return {
      type,
      container: accountsDN ?? baseDN,
      newContainer: options.newAccountsDN ?? accountsDN ?? users,
      objectClass: "user",
      except: [
        ["objectClass", "computer"],
        ["sAMAccountType", trustAccount],
      ],
      readable: options.accountAttributes,
    };
  }
  if (type !== "group") return undefined;
  return {
    type,
    container: groupsDN ?? baseDN,
    newContainer: options.newGroupsDN ?? groupsDN ?? users,
    objectClass: "group",
    readable: options.groupAttributes,
  };
}

/** Returns the suffix of user principal names: the configured one, or the name of the domain (DC=example,DC=test is example.test). */
export function principalSuffixOf({ principalSuffix, baseDN }: ActiveDirectoryOptions): string {
  if (principalSuffix !== undefined) return principalSuffix;
  return domainLabelsOf(baseDN).join(".");
}
