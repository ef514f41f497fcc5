import {
  Button,
  Card,
  CardBody,
  CardHeader,
  CardTitle,
  FormGroup,
  FormHelperText,
  FormSelect,
  FormSelectOption,
  HelperText,
  HelperTextItem,
  TextArea,
  TextInput,
} from "@patternfly/react-core";
import { useQueries } from "@tanstack/react-query";

import { givesItem } from "#domain/catalogue/form-codes.ts";
import type { OperationCode } from "#domain/requests/operation-codes.ts";

import { accountsOfQuery } from "../../api/catalogue.ts";
import type { CatalogueField } from "../../api/model.ts";
import { ItemForm } from "../../forms/item-form.tsx";
import { operationWords } from "../../messages/request-words.ts";
import { useText } from "../../messages/text.ts";
import type { Recipient, Wish } from "./draft.ts";
import { accountOf, accountsFor, definitionOf, fieldsOf, formFieldsOf, mayEnd } from "./operations-of.ts";
import { RoleWouldGive } from "./role-would-give.tsx";
import { WhatIsThere } from "./what-is-there.tsx";
import { WhoWouldDecide } from "./who-would-decide.tsx";

interface WishFormProps {
  readonly wish: Wish;
  readonly recipients: readonly Recipient[];
  /** Error texts of the API by the names of the fields. */
  readonly faults: ReadonlyMap<string, string>;
  /** Error texts of the API by the names of the fields of the form. */
  readonly formFaults: ReadonlyMap<string, string>;
  change(wish: Wish): void;
  remove(): void;
}

/** An item of a request: its operation, its form, its attributes, the recipients' existing accounts, and the approvers. */
export function WishForm({ wish, recipients, faults, formFaults, change, remove }: WishFormProps) {
  const say = useText();
  const { item, code } = wish;
  const name = item.description === "" ? item.name : item.description;
  return (
    <Card component="section">
      <CardHeader
        actions={{
          actions: (
            <Button variant="link" onClick={remove} aria-label={say("ask.removeItem", { name })}>
              {say("action.remove")}
            </Button>
          ),
        }}
      >
        <CardTitle component="h3">{name}</CardTitle>
      </CardHeader>
      <CardBody>
        <FormGroup label={say("ask.operation")} fieldId={`code-${item.key}`}>
          <FormSelect
            id={`code-${item.key}`}
            value={code}
            onChange={(_event, chosen) => change({ ...wish, code: chosen })}
          >
            {item.codes.map((known) => (
              <FormSelectOption key={known} value={known} label={operationWords(known, say)} />
            ))}
          </FormSelect>
        </FormGroup>
        {definitionOf(code).account === "none" ? null : (
          <AccountChoices wish={wish} recipients={recipients} change={change} />
        )}
        {item.resourceType === "role" && givesItem(code as OperationCode) ? <RoleWouldGive roleKey={item.key} /> : null}
        <WhatIsThere wish={wish} recipients={recipients} />
        <ItemForm
          id={`form-${item.key}`}
          fields={formFieldsOf(wish)}
          entered={wish.form ?? {}}
          faults={formFaults}
          change={(form) => change({ ...wish, form })}
        />
        {fieldsOf(wish).map((field) => (
          <AttributeField
            key={field.attribute}
            id={`field-${item.key}-${field.attribute}`}
            field={field}
            value={wish.values[field.attribute] ?? ""}
            fault={faults.get(field.attribute)}
            change={(value) => change({ ...wish, values: { ...wish.values, [field.attribute]: value } })}
          />
        ))}
        {!mayEnd(code) ? null : (
          <FormGroup label={say("ask.hours")} fieldId={`hours-${item.key}`}>
            <TextInput
              id={`hours-${item.key}`}
              type="number"
              min={1}
              value={wish.hours ?? ""}
              onChange={(_event, hours) => change({ ...wish, hours })}
              {...(faults.get("forHours") !== undefined && { validated: "error" as const })}
            />
            <FormHelperText>
              <HelperText>
                <HelperTextItem>{faults.get("forHours") ?? say("ask.hoursExplained")}</HelperTextItem>
              </HelperText>
            </FormHelperText>
          </FormGroup>
        )}
        <WhoWouldDecide phases={item.phases} />
      </CardBody>
    </Card>
  );
}

interface AccountChoicesProps {
  readonly wish: Wish;
  readonly recipients: readonly Recipient[];
  change(wish: Wish): void;
}

/** Fields that select the account for each recipient with several accounts. */
function AccountChoices({ wish, recipients, change }: AccountChoicesProps) {
  const say = useText();
  const seen = useQueries({ queries: recipients.map(({ key }) => accountsOfQuery(key)) });
  return recipients.map(({ key: recipientKey, name }, index) => {
    const own = accountsFor(wish, seen[index]?.data?.value ?? []);
    if (own.length < 2) return null;
    const id = `account-${wish.item.key}-${recipientKey}`;
    const others = (wish.accountKeys ?? []).filter((chosen) => own.every(({ key }) => key !== chosen));
    return (
      <FormGroup key={recipientKey} label={say("ask.account", { count: recipients.length, name })} fieldId={id}>
        <FormSelect
          id={id}
          value={accountOf(wish, own)?.key ?? ""}
          onChange={(_event, chosen) => change({ ...wish, accountKeys: [...others, chosen] })}
        >
          {own.map(({ key, shortId }) => (
            <FormSelectOption key={key} value={key} label={shortId} />
          ))}
        </FormSelect>
      </FormGroup>
    );
  });
}

interface AttributeFieldProps {
  readonly id: string;
  readonly field: CatalogueField;
  readonly value: string;
  readonly fault: string | undefined;
  change(value: string): void;
}

function AttributeField({ id, field, value, fault, change }: AttributeFieldProps) {
  const say = useText();
  const { attribute, type, minValues, maxValues } = field;
  const isRequired = minValues > 0;
  const validated = fault === undefined ? {} : { validated: "error" as const };
  return (
    <FormGroup label={attribute} fieldId={id} isRequired={isRequired}>
      {type === "boolean" ? (
        <FormSelect id={id} value={value} onChange={(_event, chosen) => change(chosen)} {...validated}>
          <FormSelectOption value="" label={say("value.none")} />
          <FormSelectOption value="true" label={say("value.true")} />
          <FormSelectOption value="false" label={say("value.false")} />
        </FormSelect>
      ) : maxValues === 1 ? (
        <TextInput
          id={id}
          type={type === "number" ? "number" : "text"}
          value={value}
          onChange={(_event, text) => change(text)}
          isRequired={isRequired}
          {...validated}
        />
      ) : (
        <TextArea
          id={id}
          value={value}
          onChange={(_event, text) => change(text)}
          resizeOrientation="vertical"
          isRequired={isRequired}
          {...validated}
        />
      )}
      <FormHelperText>
        <HelperText>
          {fault === undefined ? null : <HelperTextItem variant="error">{fault}</HelperTextItem>}
          {maxValues === 1 ? null : <HelperTextItem>{say("ask.oneEachLine")}</HelperTextItem>}
        </HelperText>
      </FormHelperText>
    </FormGroup>
  );
}
