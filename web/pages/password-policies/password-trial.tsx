import { Card, CardBody, CardTitle, Label } from "@patternfly/react-core";
import { useMemo, useState } from "react";

import { type BrokenRule, brokenRules, refusingRules } from "#domain/passwords/password-check.ts";
import type { PolicyRules, RuleFault, RuleName } from "#domain/passwords/password-rules.ts";
import { policyFaults } from "#domain/passwords/policy-faults.ts";

import { FormField } from "../../forms/form-field.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { JudgedByService } from "./judged-by-service.tsx";

const earlierUnknown = { unknown: "earlier passwords are not known on this page" };

interface PasswordTrialProps {
  readonly policyId: string;
  readonly rules: PolicyRules;
}

/** A field that tests a password against the rules on the page. The browser does the test and sends nothing, unless the service is asked. */
export function PasswordTrial({ policyId, rules }: PasswordTrialProps) {
  const say = useText();
  const may = useMay();
  const [entered, setEntered] = useState({ password: "", ids: "", names: "" });
  const asText = JSON.stringify(rules);
  // The search for contradictions takes longer than a key stroke, and the rules are the same for each.
  const faults = useMemo(() => policyFaults(JSON.parse(asText) as PolicyRules), [asText]);
  const candidate = {
    password: entered.password,
    oldPassword: earlierUnknown,
    usedBefore: earlierUnknown,
    ids: entered.ids === "" ? { unknown: "no id is entered" } : { known: [entered.ids] },
    names: entered.names === "" ? { unknown: "no name is entered" } : { known: [entered.names] },
    // Only the service has the list; the text above says so.
    breached: { known: false },
  };
  const field = (name: keyof typeof entered) => (
    <FormField
      id={`trial-${name}`}
      label={say(`trial.${name}`)}
      input={{ is: name === "password" ? "password" : "text" }}
      value={entered[name]}
      change={(value) => setEntered({ ...entered, [name]: String(value) })}
    />
  );
  return (
    <Card component="section">
      <CardTitle component="h2">{say("trial.title")}</CardTitle>
      <CardBody>
        <p>{say("trial.explained")}</p>
        <div className="gatehouse-columns">
          {field("password")}
          {field("ids")}
          {field("names")}
        </div>
        <div role="status">
          {entered.password === "" ? null : faults.length > 0 ? (
            <Faults faults={faults} />
          ) : (
            <Broken broken={brokenRules(rules, candidate)} />
          )}
        </div>
        {may("passwordpolicies_post_check") ? (
          <JudgedByService policyId={policyId} password={entered.password} />
        ) : null}
      </CardBody>
    </Card>
  );
}

function Faults({ faults }: { readonly faults: readonly RuleFault[] }) {
  const say = useText();
  return (
    <>
      <p>{say("trial.faulty")}</p>
      <ul lang="en">
        {faults.map(({ target, message }) => (
          <li key={target}>
            {target}: {message}
          </li>
        ))}
      </ul>
    </>
  );
}

function Broken({ broken }: { readonly broken: readonly BrokenRule[] }) {
  const say = useText();
  const refusing = new Set(refusingRules(broken));
  return (
    <>
      <p>{say(refusing.size > 0 ? "trial.refused" : "trial.taken")}</p>
      <ul>
        {broken.map((one) => (
          <li key={one.rule}>
            <Label isCompact status={refusing.has(one) ? "danger" : "warning"}>
              {say(`rule.${(one.rule.split(".")[1] ?? "") as RuleName}`)}
            </Label>{" "}
            <span lang="en">{one.message}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
