import { PageSection, Skeleton, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useParams } from "react-router";

import { type PasswordRule, ruleGroups, type RuleName, rulesOf } from "#domain/passwords/password-rules.ts";

import type { Tagged } from "../../api/call.ts";
import { passwordPolicies } from "../../api/declared/password-policies.ts";
import type { PasswordPolicy } from "../../api/model.ts";
import { passwordPolicyQuery } from "../../api/password-policies.ts";
import { PageTitle } from "../../components/announce.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { loadedLater } from "../../components/opened-later.tsx";
import { DeclaredFields } from "../../forms/declared-fields.tsx";
import { EditForm } from "../../forms/edit-form.tsx";
import { useEditing } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { rulesIn } from "./policy-rules.ts";
import { RuleFields } from "./rule-fields.tsx";

// The judgement of passwords brings lists of words and the search for contradictions, which the rules do not need.
const PasswordTrial = loadedLater(async () => (await import("./password-trial.tsx")).PasswordTrial);
const GeneratedPasswords = loadedLater(async () => (await import("./generated-passwords.tsx")).GeneratedPasswords);
const PolicyRemoval = loadedLater(async () => (await import("./policy-removal.tsx")).PolicyRemoval);

/** Page of a password policy: its rules, and a field that tests a password against them. */
export function PasswordPolicyPage() {
  const say = useText();
  const { key = "" } = useParams();
  const { data: policy, error } = useQuery(passwordPolicyQuery(key));
  return (
    <PageSection>
      <PageTitle name={say("passwordPolicy.titleOf", { id: key })} />
      {error === null ? null : <ErrorAlert error={error} title={say("passwordPolicy.unreadable")} />}
      {policy === undefined ? (
        error === null && <Skeleton screenreaderText={say("state.loading")} height="12rem" />
      ) : (
        <PolicyForm key={policy.id} policy={policy} />
      )}
    </PageSection>
  );
}

function PolicyForm({ policy }: { readonly policy: Tagged<PasswordPolicy> }) {
  const say = useText();
  const may = useMay();
  const editing = useEditing(policy, { set: "passwordPolicies", key: policy.id });
  const { shown, faults, edit, save } = editing;
  const rules = rulesIn(shown);
  const isReadOnly = !may("passwordpolicies_patch_update");
  return (
    <>
      <Suspense fallback={<Skeleton screenreaderText={say("state.loading")} height="12rem" />}>
        <PasswordTrial rules={rules} policyId={policy.id} />
        {may("passwordpolicies_post_generate") ? <GeneratedPasswords policyId={policy.id} /> : null}
      </Suspense>
      <EditForm editing={editing} isReadOnly={isReadOnly} save={() => save()}>
        <DeclaredFields of={passwordPolicies} {...editing.fields} isReadOnly={isReadOnly} />
        {ruleGroups.map((group) => (
          <section key={group} className="gatehouse-fields">
            <Title headingLevel="h2">{say(`declared.passwordPolicies.${group}`)}</Title>
            {Object.keys(rulesOf(group)).map((name) => (
              <RuleFields
                key={name}
                name={name as RuleName}
                rule={rules[group][name] as PasswordRule}
                fault={faults.get(`${group}.${name}`)}
                isReadOnly={isReadOnly}
                change={(rule) => edit({ [group]: { ...rules[group], [name]: rule } })}
              />
            ))}
          </section>
        ))}
      </EditForm>
      <Suspense>
        <PolicyRemoval id={policy.id} />
      </Suspense>
    </>
  );
}
