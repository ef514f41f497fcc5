/** What an administrator has to know of a built-in connector beside its address, by its id: paragraphs for the documents. */
export const connectorNotes: Readonly<Record<string, readonly string[]>> = {
  "active-directory": [
    "Members of a group are those in its list, those whose primary group it is (`primaryGroupID`; a domain keeps them in neither list), and those of the groups inside it, each with the group by which it belongs. `memberOf` of an account has its primary group, too. Members are searched in the whole domain of the base DN, also outside of the containers. A membership by the primary group cannot be removed: make another group the primary one on the domain first. Members of other domains are not seen where this domain has no entry of them; those of trusted ones are told as `foreignSecurityPrincipal` with their identifier, machines as `computer`.",
    "A listing of groups reads the domain once for all members. In the feed of changes a group comes again when one inside it has changed, and the primary group of new accounts with them.",
    "Times, also those that a domain keeps as a number (`pwdLastSet`, `accountExpires`, `lastLogonTimestamp`), are given and taken in ISO 8601; one that says never is absent. Other large numbers are texts. What the domain's schema calls bytes is base64, and security identifiers are texts, `S-1-5-…`.",
    "A lock is shown as long as the policy of the account makes it last. A state that the administrator may not read is not known; `userAccountControl` is changed only where its other flags can be read.",
    "The name of an account is its `sAMAccountName`, at most 20 characters on a controller of Microsoft; a principal name or an entry's name finds nothing. A new name takes the principal name along where that was made of the old one, and leaves the entry's name (`cn`), `displayName` and mail as they are.",
    "Accounts of machines and of trusted domains are not shown. `krbtgt` is shown and never changed, for by its password every ticket of the domain is signed. One controller is asked; what belongs to another domain of the forest needs a target system of its own.",
  ],
  ldap: [
    "An `ldap://` address without StartTLS is refused, unless it leads to this machine or the address says `unencrypted: true`: its passwords could be read on the way.",
    "How accounts are locked, disabled and made to change a password is chosen by what the directory says of itself: by its make (`vendorName` of the root entry), else by the attributes of its schema. `accountState` of the address decides it: `passwordPolicy` is the Internet draft's (OpenLDAP and others), `directoryServer389` that of 389 Directory Server and what is made of it; with `none`, or where nothing is known, no states are shown and changes of them are refused. After each change the connector looks whether it has come about.",
    "389 Directory Server: `idAttribute` is `nsUniqueId` unless its plug-in for `entryUUID` is on. To make an account change its password, the administrator must be able to read `objectClass` and `passwordMustChange` of `cn=config` (or of the account's own policy), and it must be `on`; otherwise the directory lets everybody in without a new one, and the call is refused.",
  ],
  sql: [
    "Without `tls` a server of another machine is refused, unless the address says `unencrypted: true`: its passwords could be read on the way.",
    "The tests run MariaDB and PostgreSQL. Of MySQL, whose server no Debian package brings, they check that the statements are made of words that it takes; the rest was written by its manual.",
  ],
  sqlite: [
    "A proxy opens files below one folder, `SQLITE_FOLDER`, and no others: links are followed first, and a path that is not absolute begins there. By default it is `sqlite` in the data folder of the proxy, for the proxy that `gatehouse up` starts in that of the service.",
  ],
  ssh: [
    "The secret of the administrator is a private key when it is a whole one, from its first line to its last; everything else is a password. Passwords of accounts are never taken for keys.",
    "OpenSSH 9.8 and newer count failed logins against the address they come from (`PerSourcePenalties`), and each wrong password in `verify` or `changePassword` is one. After a few it takes no connection of the proxy for a while, also none of the administrator. The connector then says `busy` with the number of logins that were refused, and leaves the host in peace for 15 seconds before it asks again; operations and discoveries are tried again then. Exempt the address of the proxy: `PerSourcePenaltyExemptList 192.0.2.10` in the `sshd_config` of the host. The tests run a server of version 9.2 and a double of the refusals of newer ones.",
  ],
};
