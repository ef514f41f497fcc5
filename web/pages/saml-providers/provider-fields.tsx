import { Checkbox, FormGroup, HelperText, HelperTextItem } from "@patternfly/react-core";

import { samlSignatureNames } from "#domain/saml-signatures.ts";

import type { FieldInput, FieldValue } from "../../forms/field-value.ts";
import { FormField } from "../../forms/form-field.tsx";
import { type TextKey, useText } from "../../messages/text.ts";
import type { EnteredProvider } from "./sent-provider.ts";

interface ProviderFieldsProps {
  readonly entered: EnteredProvider;
  readonly isNew?: boolean;
  readonly isReadOnly?: boolean;
  /** Error texts of the service by the names of the fields. */
  readonly faults: ReadonlyMap<string, string>;
  change(changed: Partial<EnteredProvider>): void;
}

const texts = [
  { name: "id", label: "saml.id", help: "saml.idHelp", isRequired: true },
  { name: "description", label: "saml.description" },
  { name: "entryPoint", label: "saml.entryPoint", help: "saml.entryPointHelp", isRequired: true },
  { name: "issuer", label: "saml.issuer", help: "saml.issuerHelp", isRequired: true },
  { name: "entityId", label: "saml.entityId", help: "saml.entityIdHelp" },
  { name: "nameAttribute", label: "saml.nameAttribute", help: "saml.nameAttributeHelp" },
  { name: "userAttribute", label: "saml.userAttribute", help: "saml.userAttributeHelp" },
  { name: "userClass", label: "saml.userClass", help: "saml.userClassHelp" },
] as const satisfies readonly {
  readonly name: keyof EnteredProvider;
  readonly label: TextKey;
  readonly help?: TextKey;
  readonly isRequired?: boolean;
}[];

/** Fields of an identity provider, each with the error that the service has returned for it. */
export function ProviderFields({ entered, isNew = false, isReadOnly = false, faults, change }: ProviderFieldsProps) {
  const say = useText();
  const faultOf = (name: string) =>
    [...faults].flatMap(([target, message]) => (target.split(".")[0] === name ? [message] : [])).join("\n");
  const field = (name: keyof EnteredProvider, input: FieldInput) => ({
    id: `provider-${name}`,
    input,
    value: entered[name],
    isDisabled: isReadOnly,
    ...(faultOf(name) !== "" && { fault: faultOf(name) }),
    change: (value: FieldValue) => change({ [name]: value }),
  });
  const { signatureAlgorithms: chosen } = entered;
  return (
    <>
      {texts.map(({ name, label, ...more }) =>
        name === "id" && !isNew ? null : (
          <FormField
            key={name}
            {...field(name, { is: "text" })}
            label={say(label)}
            isRequired={"isRequired" in more}
            help={"help" in more ? say(more.help) : undefined}
            change={(value) => change({ [name]: value === "" && !("isRequired" in more) ? null : value })}
          />
        ),
      )}
      <FormField
        {...field("certificates", { is: "area" })}
        label={say("saml.certificates")}
        help={say("saml.certificatesHelp")}
        value={entered.certificates.join("\n")}
        isRequired
        change={(value) => change({ certificates: [String(value)] })}
      />
      <FormGroup isStack role="group" label={say("saml.algorithms")}>
        {samlSignatureNames.map((name) => (
          <Checkbox
            key={name}
            id={`provider-${name}`}
            label={name}
            isChecked={chosen.includes(name)}
            isDisabled={isReadOnly}
            onChange={(_event, isChecked) =>
              change({
                signatureAlgorithms: samlSignatureNames.filter((one) =>
                  one === name ? isChecked : chosen.includes(one),
                ),
              })
            }
          />
        ))}
        <HelperText>
          <HelperTextItem>{say("saml.allAlgorithms")}</HelperTextItem>
        </HelperText>
      </FormGroup>
      <FormField {...field("clockSkewSeconds", { is: "number", min: 0 })} label={say("saml.clockSkew")} />
      <FormField
        {...field("superusers", { is: "flag" })}
        label={say("saml.superusers")}
        help={say("saml.superusersHelp")}
      />
      <FormField {...field("enabled", { is: "flag" })} label={say("saml.enabledField")} />
    </>
  );
}
