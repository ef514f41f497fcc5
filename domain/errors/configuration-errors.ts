import { errorDefinitions } from "./error-definition.ts";

/** Errors of target systems, target groups, password policies and the objects that belong to them. */
export const configurationErrors = errorDefinitions({
  invalid: {
    TARGET_TYPE_UNKNOWN:
      "type must be a connector that a proxy of the target system has reported: one of its proxyServers, or `local` where it names none.",
    TARGET_ADDRESS_EMPTY:
      "A target system needs an address: an object with the properties that its connector asks for.",
    TARGET_ADDRESS_INVALID:
      "The address does not fit the connector's schema. The details name each property and its rule.",
    TARGET_DESCRIPTION_EMPTY: "A target system needs a description of at least one visible character.",
    TARGET_GROUP_UNKNOWN: "No target group has this id. Create it first, or leave targetGroup out for 'DEFAULT'.",
    TARGET_PHASE_INVALID:
      "An authorization phase names an unknown user or user class, or needs more approvals than it has authorizers.",
    PHASES_MISSING:
      "Nothing says who authorizes requests on this target system. Set authorizationPhases, or autoApprove to true, on it first.",
    MANAGER_MISSING:
      "The recipient's manager has to authorize this, and no manager who could is known. Name one in the organisation, or ask for another authorizer.",
    TARGET_GROUP_PASSWORDS: "syncPasswords and uniquePasswords exclude each other: set one of them to false.",
    PASSWORD_POLICY_UNKNOWN: "No password policy has this id. Look it up under /v2/passwordPolicies.",
    PASSWORD_POLICY_INVALID: "The password policy cannot be used so. The details name each rule and its bound.",
    OPTION_FORBIDS: "An option of this target system forbids this operation. Leave it out, or set the option to true.",
    OPTION_VALUE_INVALID: "The value does not fit the type of this option: true or false, or a text or null.",
    SETTING_VALUE_INVALID: "The setting does not take this value. docs/settings.md says what each one takes.",
    MAIL_TEXTS_INVALID: "The texts of mails cannot be used. The message names file, entry and rule.",
    TIME_ZONE_UNKNOWN: "timeZone must be the IANA name of a time zone, such as Europe/Berlin or UTC.",
    CALENDAR_INVALID: "The calendar cannot be used so. The message names the entry and its rule.",
    CALENDAR_UNKNOWN: "No calendar has this name. WORKING_CALENDARS holds those that there are.",
    ATTRIBUTE_VALUES_INVALID: "maxValues must not be below minValues. Correct one of them.",
    ATTRIBUTE_ACTION_INVALID:
      "The action 'set' needs a mappedAttribute, the object type 'user', and an attribute that is no password. Correct one of them, or use 'ignore'.",
    ATTRIBUTE_INVALID:
      "An attribute does not fit its definition on this target system. Each detail names attribute and rule.",
    ATTRIBUTE_UNDEFINED:
      "This target system doesn't define the attribute, so it can't be set. Leave it out, or ask an administrator to add an attribute definition for it.",
    ATTRIBUTE_GUARDED:
      "The connector guards this attribute: it gives rights or touches what belongs to others. Leave it out, or ask an administrator to allow it in its attribute definition (mayGiveRights).",
    GROUP_NOT_MANAGED:
      "This group isn't managed, so it can't be requested. Choose a managed group, or ask an administrator to make the groups of its target system managed.",
    CREDENTIAL_ACCOUNT_UNKNOWN:
      "No managed account has this managedAccountKey. Leave it out, or look the key up under /v2/managedAccounts.",
    USER_CLASS_UNKNOWN: "No user class has this id. 'gatehouse user class list' shows them.",
    USER_CLASS_CONDITION_INVALID:
      "The condition cannot be that of a user class. docs/user-classes.md says what it may ask.",
    PROXY_UNKNOWN: "No proxy server has this id. Look it up under /v2/proxyServers.",
  },
  conflict: {
    SETTING_NOT_STORED:
      "This setting cannot be stored. Set its variable in the environment, in gatehouse.env, or by --setting.",
    MAIL_SERVER_MISSING: "No mail server is set. Set MAIL_FROM and SMTP_HOST; docs/notices.md shows how.",
    MAIL_NOT_TAKEN: "The mail server has not taken the mail. The message has its words.",
    PLUGIN_UNUSABLE: "A plug-in cannot be used. Correct the file in PLUGIN_FOLDER, or the option that names it.",
    TARGET_EXISTS: "A target system with this id exists. Choose another id, or change the existing one with PATCH.",
    TARGET_IN_USE: "Open requests use this target system. Wait for them or cancel them first.",
    TARGET_GROUP_EXISTS:
      "A target group with this id exists. Choose another id, or change the existing one with PATCH.",
    TARGET_GROUP_BUILT_IN: "The target group DEFAULT always exists. Change it with PATCH instead.",
    TARGET_GROUP_IN_USE: "Target systems are in this target group. Move them to another one first.",
    ATTRIBUTE_DEFINITION_EXISTS:
      "This attribute of this object type is defined already. Change the existing definition with PATCH.",
    ACCOUNT_MANAGED:
      "The password of this account is managed, so nobody sets it or renames the account by hand. Leave it out, or take it out of management first, by an import rule with the action unbind.",
    MEMBERSHIP_INDIRECT:
      "The account is in this group by another group, which is a member of it. Remove the account from that group.",
    ACCOUNT_NOT_CLAIMABLE:
      "No account of this name can be claimed there: it does not exist, has an owner who keeps it, or allowClaimAccounts is off.",
    USER_CLASS_EXISTS: "A user class with this id exists. Choose another id, or change the existing one with PATCH.",
    USER_CLASS_BUILT_IN:
      "Classes whose ids begin with '_' are the service's own: none can be added or removed. Choose an id that begins otherwise.",
    USER_CLASS_COMPUTED:
      "Who is in this class follows from what it is, so it has neither stored members nor another condition. Make a class of your own.",
    USER_CLASS_IN_USE: "The user class is in use. Take it out of what uses it first.",
    USER_CLASS_TOO_LARGE:
      "The user class has too many members to be removed at once. Set its condition to null, wait until it is empty, then remove it.",
    USER_CLASS_MEMBER_EXISTS: "This user is a member of the class already, by hand.",
    USER_CLASS_MEMBER_BY_CONDITION:
      "The condition of the class has chosen this member. Change the condition, or the person, instead.",
    QUESTION_EXISTS: "This user has this question already. Remove it first, or ask something else.",
    WEBHOOKS_MAX: "There are as many webhooks as an installation may have. Remove one first.",
    WEBHOOK_DISABLED: "This webhook is disabled, so nothing is sent to it. Set enabled to true first.",
    PROXY_EXISTS:
      "A proxy server with this id is enrolled. Choose another id, or replace the existing one (`replace`, at the command line --replace).",
  },
});
