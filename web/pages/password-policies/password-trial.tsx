import { Card, CardBody, CardTitle, Label } from "@patternfly/react-core";
import { useState } from "react";

import { type BrokenRule, brokenRules, refusingRules } from "#domain/passwords/password-check.ts";
import { type PolicyRules, type RuleFault, ruleFaults, type RuleName } from "#domain/passwords/password-rules.ts";

import { FormField } from "../../forms/form-field.tsx";
import { useText } from "../../messages/text.ts";

const earlierUnknown = { unknown: "earlier passwords are not known on this page" };

/** A field that tests a password against the rules on the page. The browser does the test and sends nothing. */
export function PasswordTrial({ rules }: { readonly rules: PolicyRules }) {
  const say = useText();
  const [entered, setEntered] = useState({ password: "", ids: "", names: "" });
  const faults = ruleFaults(rules);
  const candidate = {
    password: entered.password,
    oldPassword: earlierUnknown,
    usedBefore: earlierUnknown,
    ids: entered.ids === "" ? { unknown: "no id is entered" } : { known: [entered.ids] },
    names: entered.names === "" ? { unknown: "no name is entered" } : { known: [entered.names] },
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
  const isRefused = refusingRules(broken).length > 0;
  return (
    <>
      <p>{say(isRefused ? "trial.refused" : "trial.taken")}</p>
      <ul>
        {broken.map(({ rule, mode, message, isUnchecked }) => (
          <li key={rule}>
            <Label isCompact status={mode === "required" && !isUnchecked ? "danger" : "warning"}>
              {say(`rule.${(rule.split(".")[1] ?? "") as RuleName}`)}
            </Label>{" "}
            <span lang="en">{message}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
