import { guardAttributes, type GuardedAttribute } from "#connectors/contract/guarded-attributes.ts";

/** What gives rights whatever the object is. */
const onEach = [
  ...["objectClass", "nTSecurityDescriptor", "adminCount", "sIDHistory", "distinguishedName", "objectSid"],
  ...["msDS-AllowedToDelegateTo", "msDS-AllowedToActOnBehalfOfOtherIdentity", "msDS-KeyCredentialLink"],
];

/** Attributes of a domain that are more than a description. */
export const guardedAttributes: readonly GuardedAttribute[] = [
  ...guardAttributes({ of: "account", effect: "rights" }, [
    ...onEach,
    ...["primaryGroupID", "servicePrincipalName", "altSecurityIdentities", "userCertificate", "userSMIMECertificate"],
    ...[
      "userPKCS12",
      "dNSHostName",
      "msDS-GroupMSAMembership",
      "msDS-AssignedAuthNPolicy",
      "msDS-AssignedAuthNPolicySilo",
    ],
    ...["msDS-AllowedToDelegateFrom", "msPKIAccountCredentials", "msNPAllowDialin", "operatorCount"],
    ...["uidNumber", "gidNumber", "sshPublicKeys"],
  ]),
  ...guardAttributes({ of: "account", effect: "memberships" }, ["memberOf"]),
  ...guardAttributes({ of: "account", effect: "foreign" }, [
    ...["userPrincipalName", "homeDirectory", "homeDrive", "profilePath", "scriptPath", "userWorkstations"],
    ...["userParameters", "loginShell", "unixHomeDirectory", "proxyAddresses", "targetAddress", "altRecipient"],
    ...["publicDelegates", "msExchDelegateListLink", "mailNickname"],
  ]),
  ...guardAttributes({ of: "account", effect: "state" }, [
    ...["userAccountControl", "accountExpires", "pwdLastSet", "lockoutTime", "logonHours", "badPwdCount"],
    ...["msDS-SupportedEncryptionTypes", "msDS-User-Account-Control-Computed", "msDS-UserPasswordExpiryTimeComputed"],
  ]),
  ...guardAttributes({ of: "group", effect: "rights" }, [...onEach, "groupType", "gidNumber"]),
  ...guardAttributes({ of: "group", effect: "memberships" }, ["member", "memberOf", "msDS-NonMembers"]),
  ...guardAttributes({ of: "group", effect: "memberships", names: "groupOwners" }, [
    "managedBy",
    "msExchCoManagedByLink",
  ]),
];
