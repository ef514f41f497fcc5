/** What an administrator has to know of a built-in connector beside its address, by its id: paragraphs for the documents. */
export const connectorNotes: Readonly<Record<string, readonly string[]>> = {
  ldap: [
    "An `ldap://` address without StartTLS is refused, unless it leads to this machine or the address says `unencrypted: true`: its passwords could be read on the way.",
    "How accounts are locked, disabled and made to change a password is chosen by what the directory says of itself: by its make (`vendorName` of the root entry), else by the attributes of its schema. `accountState` of the address decides it: `passwordPolicy` is the Internet draft's (OpenLDAP and others), `directoryServer389` that of 389 Directory Server and what is made of it; with `none`, or where nothing is known, no states are shown and changes of them are refused. After each change the connector looks whether it has come about.",
    "389 Directory Server: `idAttribute` is `nsUniqueId` unless its plug-in for `entryUUID` is on. To make an account change its password, the administrator must be able to read `objectClass` and `passwordMustChange` of `cn=config` (or of the account's own policy), and it must be `on`; otherwise the directory lets everybody in without a new one, and the call is refused.",
  ],
  scim: [
    "The three catalogues (`/ServiceProviderConfig`, `/ResourceTypes`, `/Schemas`) may be absent: then the service has the users and groups of RFC 7643, as far as `/Users` and `/Groups` answer, and PATCH and filters are tried. Types are known by their name, their schema or their endpoint. A service without users that are known as such is refused.",
    "A search by name is compared with what was asked for. A service that ignores filters, refuses them or finds nothing by them is searched through as a whole, which takes as many calls as a listing.",
    "Groups come with their members where a listing shows them. Where a group alone shows them, or the service finds users by `groups.value` (AWS IAM Identity Center), discovery asks once for each group. Where nothing shows who is in the groups, or a membership that was made is not shown, members are hidden: memberships that are not seen are kept, and a removal is sent all the same. A proxy learns that by what it has done, and forgets it when it is restarted; `membersShown: false` says it for good. A service that hides members and has no PATCH cannot change its groups, for a PUT would lose the members that are not shown.",
    "The total of a list is no proof of its end: behind a page that is full, or that holds all that is announced, the service is asked once more. Cursors (RFC 9865) are followed. A service that gives the same full page again and again, whose `startIndex` begins at 0, or that hides objects that it counts, cannot be discovered: the discovery fails and nothing is removed.",
    "After a deletion, a removal from a group, and after an account was enabled or disabled, the service is asked whether it has done it. An account that it keeps as inactive instead of deleting it is told in the result, and is found again by the next discovery.",
    "Not seen: attributes with several values that are objects without `value` (`addresses`), attributes of extensions that the service does not show, and that somebody belongs to a group by another group inside it. Redirects are followed within the base of the address only, because the credential must not reach another host.",
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
