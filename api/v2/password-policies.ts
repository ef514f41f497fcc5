import { generatedPasswordsMax, passphraseWordsMax } from "#domain/limits.ts";
import { passphraseWordsUsual } from "#domain/passwords/generate-passphrase.ts";
import { generatedLength } from "#domain/passwords/generate-password.ts";
import { presetNames } from "#domain/passwords/password-presets.ts";
import { type RuleGroup, RuleMode, type RuleValue, ruleGroups, rulesOf } from "#domain/passwords/password-rules.ts";
import {
  bigInteger,
  flag,
  guid,
  integer,
  longText,
  oneOf,
  sealed,
  text,
  time,
} from "#domain/resources/format/builders.ts";
import type { ResourceProperty } from "#domain/resources/format/property.ts";
import { passwordPolicies as resource } from "#domain/resources/password-policies.ts";
import {
  createPasswordPolicy,
  deletePasswordPolicy,
  updatePasswordPolicy,
} from "#operations/password-policies/change-password-policies.ts";
import { checkPolicyPassword, ruleResults } from "#operations/password-policies/check-password.ts";
import { generatedForms, generatePolicyPasswords } from "#operations/password-policies/generate-passwords.ts";
import { showBreachedList } from "#operations/password-policies/show-breached-list.ts";

import { verb } from "../odata/entity-set.ts";
import type { Property, StructuredType } from "../odata/structured-type.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";
import { shownOnce } from "./shown-once.ts";

const rule: StructuredType = {
  ...structure("PasswordRule", {
    mode: oneOf(Object.values(RuleMode)).shown("Action on a password that breaks the rule: refuse it, warn, or none."),
    message: text().optional().shown("Message for passwords that break the rule; null for the default message."),
  }),
  abstract: true,
};

const valued = (name: string, value: ResourceProperty): StructuredType => ({
  ...structure(name, { value }),
  base: rule,
});
const comparedWith = "What it compares with; null = nothing, or nothing yet.";
const numberRule = valued("NumberPasswordRule", integer().optional().shown(comparedWith));
const textRule = valued("TextPasswordRule", text().optional().shown(comparedWith));

/** The complex types of rules. */
const ruleTypes: Readonly<Record<RuleValue["type"], StructuredType>> = {
  number: numberRule,
  characters: textRule,
  words: textRule,
  regex: textRule,
  name: textRule,
  // A rule without a value answers it as null, so that every rule reads {mode, value, message}.
  none: textRule,
};

const ruleGroup: StructuredType = { name: "PasswordRuleGroup", abstract: true, properties: {} };

const groupTypes: Readonly<Record<RuleGroup, string>> = {
  length: "LengthRules",
  character: "CharacterRules",
  dictionary: "DictionaryRules",
  history: "HistoryRules",
  custom: "CustomRules",
};

function groupProperty(group: RuleGroup): Partial<Property> {
  const properties = Object.entries(rulesOf(group)).map(([name, { value, description }]): [string, Property] => [
    name,
    { type: ruleTypes[value.type], description },
  ]);
  return { type: { name: groupTypes[group], base: ruleGroup, properties: Object.fromEntries(properties) } };
}

const judgedRule = structure("JudgedRule", {
  rule: text().shown("Name of the rule, as group.rule."),
  mode: oneOf(Object.values(RuleMode)).shown("Action on a password that breaks the rule."),
  result: oneOf(ruleResults).shown("Judgement: kept, broken, a warning, or unchecked because a fact is not known."),
  message: text().optional().shown("Message for the user; null for a rule that is kept."),
});

const generatedPassword = structure("GeneratedPassword", {
  password: shownOnce("password", "The password. It is not stored."),
  bits: integer().shown("Bits of entropy for an attacker who knows how it was generated."),
});

const preset: Property = {
  type: "Edm.String",
  nullable: true,
  members: presetNames,
  description:
    "Rules of a new policy before the given changes: initial, or nist for those of NIST SP 800-63B-4, with the list of breached passwords where it is ready. Null for initial.",
};

const breachedList = structure("BreachedListState", {
  state: oneOf(["ready", "missing", "damaged"]).shown("State of the list of breached passwords on this machine."),
  count: bigInteger().optional().shown("Number of passwords in the list; null if it is not ready."),
  bytes: bigInteger().optional().shown("Size of the list in bytes; null if it is not ready."),
  modifiedAt: time().optional().shown("Time at which the list was written; null if it is not ready."),
  problem: longText().optional().shown("Fault of the list and the solution; null if it is ready."),
});

const ofOtherUser = "may be the caller, or one whom the caller may read";

/** Password policies: their rules by group, each group a type of its own. */
export const passwordPolicies = resourceSet(resource, {
  properties: Object.fromEntries(ruleGroups.map((group) => [group, groupProperty(group)])),
  create: {
    ...verb(createPasswordPolicy),
    status: 201,
    parameters: { preset },
    example: { id: "LONG", description: "Long passwords without further rules", preset: "nist" },
  },
  update: { ...verb(updatePasswordPolicy), status: 204 },
  remove: { ...verb(deletePasswordPolicy), status: 204 },
  setFunctions: { breachedList: { ...verb(showBreachedList), result: breachedList } },
  actions: {
    check: action(checkPolicyPassword, {
      parameters: {
        password: sealed().shown("Password to judge. It is not stored."),
        userKey: guid()
          .optional()
          .shown(`Key of the user whose password it would be, who ${ofOtherUser}; null for none.`),
        accountKey: guid()
          .optional()
          .shown(`Key of the account whose password it would be; its owner ${ofOtherUser}. Null for none.`),
      },
      result: structure("JudgedPassword", {
        accepted: flag().shown("True if no required rule is broken."),
        rules: { type: judgedRule, collection: true, description: "Judgement of each rule that is not disabled." },
      }),
    }),
    generate: action(generatePolicyPasswords, {
      givesSecret: true,
      parameters: {
        count: integer().optional().shown(`Number of passwords, at most ${generatedPasswordsMax}; null for one.`),
        form: oneOf(generatedForms).optional().shown("Form: random characters, or words; null for password."),
        length: integer()
          .optional()
          .shown(
            `Characters of a password, if the policy leaves the length open; null for ${generatedLength}. A passphrase ignores it.`,
          ),
        words: integer()
          .optional()
          .shown(
            `Words of a passphrase, at most ${passphraseWordsMax}, if the policy leaves the length open; null for ${passphraseWordsUsual}. A password ignores it.`,
          ),
      },
      result: structure("GeneratedPasswords", {
        passwords: { type: generatedPassword, collection: true, description: "The generated passwords." },
      }),
    }),
  },
});
