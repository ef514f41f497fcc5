/** Returns files with one object of each kind of configuration, as somebody writes them by hand. */
export const siteFiles = (certificate: string): Readonly<Record<string, string>> => ({
  "README.md": "This folder is the configuration of our installation.\n",
  "passwordPolicies/long.yaml": `# Long passwords, few rules
id: LONG
description: Long passwords
length: { minLength: { value: 14 } }
character:
  minDigits: { mode: disabled }
`,
  "targetGroups/office.yaml": `id: OFFICE
description: Systems of the office
syncPasswords: true
passwordPolicyId: LONG
`,
  "userClasses/desk.yaml": `id: DESK
description: "Who reads: requests, and more"
condition: disabled eq false and startswith(id,'d')
passwordPolicyId: LONG
`,
  "userClasses/approvers.yaml": "id: APPROVERS\ndescription: Approvers by hand\n",
  "targetSystems/ldap.yaml": `id: LDAP
type: fault
description: our directory
address: { host: ldap.test }
targetGroup: OFFICE
proxyServers: [local]
allowClaimAccounts: true
authorizationPhases:
  - sequence: 1
    authorizers:
      - userKey: ada
      - userClass: APPROVERS
        veto: true
  - { sequence: 2, rule: "any(1, user('ada'), class('APPROVERS'))", reasonRequired: denial }
implementers:
  - userClass: DESK
credentials:
  - administratorId: cn=admin,dc=test
    password: { $secret: { env: LDAP_PASSWORD } }
    isSystemPassword: true
attributeDefinitions:
  - { attribute: mail, discoveredObjectType: user, mappedAttribute: mail, actionOnCreate: set }
  - { attribute: title, discoveredObjectType: user }
  - { attribute: cn, discoveredObjectType: group }
`,
  "targetSystems/ledger.yaml": `id: Ledger-Über
description: "no"
fulfilment: implementer
autoApprove: true
implementers: [{ userKey: ada }]
`,
  "samlProviders/corp.yaml": `id: corp
entryPoint: https://idp.example/sso
issuer: https://idp.example
certificates:
  - |
${certificate.trim().replaceAll(/^/gm, "    ")}
userClass: DESK
enabled: false
`,
  "clients/portal.yaml": `id: portal
isPublic: true
displayName: Portal
grants: [refresh_token, authorization_code]
scopes: [api, openid, offline_access]
redirectUris: [https://portal.example/in]
`,
  "clients/nightly.yaml": `id: nightly
grants: [client_credentials]
scopes: [api]
userId: ada
`,
  "webhooks/hook.yaml": `url: http://127.0.0.1:9/hook
description: to nobody
enabled: false
`,
  "roles/sales.yaml": `id: SALES
description: Sales staff
surplus: exception
entitlements:
  - { kind: account, targetSystemKey: LDAP, attributes: { title: "{profile.title}" } }
authorizationPhases: [{ sequence: 1, authorizers: [{ userKey: ada }] }]
`,
  "roles/leads.yaml": `id: LEADS
state: draft
entitlements: [{ kind: role, roleKey: SALES }]
`,
  "sodRules/payments.yaml": `id: PAYMENTS
severity: high
parts:
  - items: [{ itemType: targetSystem, itemKey: LDAP }]
  - items: [{ itemType: role, itemKey: SALES }, { itemType: targetSystem, itemKey: Ledger-Über }]
`,
  "templates/new.yaml": `name: New colleague
operations: [{ code: ACUA, targetSystemKey: LDAP, account: created, attributes: { title: "{form.title}" } }]
formFields: [{ name: title, type: text, label: Title, choices: [] }]
usableBy: DESK
authorizationPhases: [{ sequence: 1, authorizers: [{ managerLevels: 1 }] }]
`,
  "importRules/hr.yaml": `sequence: 10
objectType: managedSystem
action: bind
policyId: DEFAULT
condition: resource.id == 'LDAP'
`,
  "authChains/intranet.yaml": `name: intranet
stored:
  position: 50
  selectors: [{ expression: client, match: equal, value: intranet }]
  first: password
  steps:
    password: { component: password, outcomes: { passed: ALLOW, failed: DENY } }
`,
  "policies/users.yaml": `name: users_get_list
expression: |
  IsSuperuser() ||
  'DESK' in principal.classes
`,
  "settings/lockout.yaml": "name: LOCKOUT_DURATION\nvalue: 60\n",
});
