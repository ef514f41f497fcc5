import { z } from "zod";

import { requireAccountOrGroup } from "#connectors/contract/index.ts";
import {
  attributeName,
  checkClear,
  checkEncryption,
  connectionFields,
  unencrypted,
} from "#connectors/ldap-client/address.ts";

import { accountStateNames } from "./state.ts";

/** Address of the directory, the way to reach it, and the definition of its accounts and groups. */
export const ldapAddress = z
  .strictObject({
    ...connectionFields,
    unencrypted,
    baseDN: z.string().min(1).meta({ title: "Base DN" }),
    accountsDN: z
      .string()
      .min(1)
      .optional()
      .meta({ title: "Container of accounts", description: "Absent = the base DN." }),
    groupsDN: z
      .string()
      .min(1)
      .optional()
      .meta({ title: "Container of groups", description: "Absent = the base DN.", sendsNothing: true }),
    accountClass: attributeName.default("inetOrgPerson").meta({ title: "Object class of accounts" }),
    accountName: attributeName.default("uid").meta({ title: "Naming attribute of accounts" }),
    accountAttributes: z
      .array(attributeName)
      .default([
        "uid",
        "cn",
        "sn",
        "givenName",
        "displayName",
        "mail",
        "telephoneNumber",
        "mobile",
        "title",
        "description",
        "employeeNumber",
        "employeeType",
        "departmentNumber",
        "ou",
        "o",
        "l",
        "manager",
        "roomNumber",
        "preferredLanguage",
      ])
      .meta({ title: "Attributes of accounts that are read", sendsNothing: true }),
    nameFills: z
      .array(attributeName)
      .default(["cn", "sn"])
      .meta({ title: "Attributes that get the account's name when nothing else is given" }),
    groupClass: attributeName.default("groupOfNames").meta({ title: "Object class of groups", sendsNothing: true }),
    groupName: attributeName.default("cn").meta({ title: "Naming attribute of groups", sendsNothing: true }),
    groupAttributes: z
      .array(attributeName)
      .default(["cn", "description", "ou", "o", "owner"])
      .meta({ title: "Attributes of groups that are read", sendsNothing: true }),
    memberAttribute: z.enum(["member", "uniqueMember", "memberUid"]).default("member").meta({
      title: "Attribute of members",
      description: "Values are names of entries; the values of memberUid are the uid of accounts (posixGroup).",
      sendsNothing: true,
    }),
    ownerAttribute: attributeName.default("owner").meta({
      title: "Attribute of owners",
      description: "Attribute with the names of the entries that own a group.",
      sendsNothing: true,
    }),
    emptyMember: z.string().default("").meta({
      title: "Member of an empty group",
      description: "Classes such as groupOfNames want at least one member; this one is never shown.",
      sendsNothing: true,
    }),
    idAttribute: attributeName.default("entryUUID").meta({ title: "Immutable id" }),
    accountState: z.enum(accountStateNames).optional().meta({
      title: "How accounts are locked and disabled",
      description:
        "Password policy of the Internet draft (OpenLDAP and others), or of 389 Directory Server. Optional. Leave empty to detect it.",
    }),
    passwordPolicyDN: z.string().min(1).optional().meta({
      title: "Password policy of accounts that name none",
      description:
        "Entry with the duration of locks and passwords. Optional. Leave empty to use the settings of the directory, else its only policy or the one named default.",
      sendsNothing: true,
    }),
    markerAttribute: attributeName
      .optional()
      .meta({ title: "Attribute that keeps which operation made an entry", sendsNothing: true }),
  })
  .check(checkEncryption)
  .check(checkClear);

/** Validated address. */
export type LdapOptions = z.output<typeof ldapAddress>;

/** Differences between accounts and groups. */
export interface LdapKind {
  readonly container: string;
  readonly objectClass: string;
  readonly naming: string;
  readonly readable: readonly string[];
}

/**
 * Returns the container, class and attributes of the entries of a type.
 * @throws notSupported for a type that is neither account nor group
 */
export function requireKind(options: LdapOptions, type: string): LdapKind {
  if (requireAccountOrGroup(type, "A directory holds accounts and groups for us") === "account")
    return {
      container: options.accountsDN ?? options.baseDN,
      objectClass: options.accountClass,
      naming: options.accountName,
      readable: options.accountAttributes,
    };
  return {
    container: options.groupsDN ?? options.baseDN,
    objectClass: options.groupClass,
    naming: options.groupName,
    readable: options.groupAttributes,
  };
}
