import { guardAttributes, type GuardedAttribute } from "#connectors/contract/guarded-attributes.ts";

const sudo = [
  ...["sudoUser", "sudoHost", "sudoCommand", "sudoRunAs", "sudoRunAsUser", "sudoRunAsGroup", "sudoOption", "sudoOrder"],
  ...["sudoNotBefore", "sudoNotAfter"],
];

/** What gives rights whatever the entry is. */
const onEach = ["objectClass", "aci", "olcAccess", "entryACI", "prescriptiveACI", ...sudo];

/** Attributes of the usual classes of directories, and of those of OpenLDAP and 389, that are more than a description. */
export const guardedAttributes: readonly GuardedAttribute[] = [
  ...guardAttributes({ of: "account", effect: "rights" }, [
    ...onEach,
    ...["uidNumber", "gidNumber", "nsRoleDN", "nsRole", "nsRoleFilter", "authorizedService", "host"],
    ...["userCertificate", "userSMIMECertificate", "userPKCS12", "sshPublicKey", "ipaSshPubKey", "krbPrincipalName"],
    ...["krbPrincipalAliases", "krbCanonicalName", "krbAllowedToDelegateTo", "ipaUserAuthType", "ipaCertMapData"],
    ...[
      "authzTo",
      "authzFrom",
      "saslAuthzTo",
      "saslAuthzFrom",
      "sambaSID",
      "sambaPrimaryGroupSID",
      "memberNisNetgroup",
    ],
  ]),
  ...guardAttributes({ of: "account", effect: "memberships" }, ["memberOf", "isMemberOf", "groupMembership"]),
  ...guardAttributes({ of: "account", effect: "foreign" }, [
    ...["homeDirectory", "loginShell", "sambaHomePath", "sambaLogonScript", "sambaProfilePath", "mailHomeDirectory"],
    ...["mailForwardingAddress", "mailAlternateAddress", "mailMessageStore", "labeledURI", "nisMapEntry"],
  ]),
  ...guardAttributes({ of: "account", effect: "state" }, [
    ...["nsAccountLock", "pwdAccountLockedTime", "pwdReset", "pwdPolicySubentry", "pwdStartTime", "pwdEndTime"],
    ...["pwdChangedTime", "pwdGraceUseTime", "pwdFailureTime", "pwdMaxAge", "pwdMustChange", "loginDisabled"],
    ...["shadowExpire", "shadowInactive", "shadowLastChange", "shadowMax", "shadowMin", "shadowWarning", "shadowFlag"],
    ...["passwordExpirationTime", "passwordRetryCount", "accountUnlockTime", "sambaAcctFlags", "sambaKickoffTime"],
    ...["krbPasswordExpiration", "krbPrincipalExpiration", "krbLoginFailedCount", "inetUserStatus"],
  ]),
  ...guardAttributes({ of: "group", effect: "rights" }, [...onEach, "gidNumber", "sambaSID", "sambaGroupType"]),
  ...guardAttributes({ of: "group", effect: "memberships" }, [
    ...["member", "uniqueMember", "memberUid", "memberURL", "memberOf", "nisNetgroupTriple", "roleOccupant"],
  ]),
  ...guardAttributes({ of: "group", effect: "memberships", names: "groupOwners" }, [
    "owner",
    "managedBy",
    "memberManager",
  ]),
];
