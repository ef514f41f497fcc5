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

import type { Account, CatalogueField } from "../../api/model.ts";
import { Notice } from "../../components/notice.tsx";
import { useText } from "../../messages/text.ts";
import { operationWords } from "../requests/request-words.ts";
import type { Wish } from "./draft.ts";
import { definitionOf, fieldsOf } from "./operations-of.ts";
import { WhoWouldDecide } from "./who-would-decide.tsx";

interface WishFormProps {
  readonly wish: Wish;
  /** The accounts that the recipient has on its target system. */
  readonly accounts: readonly Account[];
  /** What the API has said of its fields, by their names. */
  readonly faults: ReadonlyMap<string, string>;
  change(wish: Wish): void;
  remove(): void;
}

/** One thing that is asked for: by which operation, its attributes, what is there already, and who will have to decide. */
export function WishForm({ wish, accounts, faults, change, remove }: WishFormProps) {
  const say = useText();
  const { item, code } = wish;
  const name = item.description === "" ? item.name : item.description;
  const { account } = definitionOf(code);
  const own = accounts.filter(({ targetSystemKey }) => targetSystemKey === item.targetSystemKey);
  const chosenAccount = wish.accountKey ?? own[0]?.key ?? "";
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
        {account !== "none" && own.length > 1 ? (
          <FormGroup label={say("ask.account")} fieldId={`account-${item.key}`}>
            <FormSelect
              id={`account-${item.key}`}
              value={chosenAccount}
              onChange={(_event, accountKey) => change({ ...wish, accountKey })}
            >
              {own.map(({ key, shortId }) => (
                <FormSelectOption key={key} value={key} label={shortId} />
              ))}
            </FormSelect>
          </FormGroup>
        ) : null}
        <WhatIsThere code={code} own={own} />
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
        <WhoWouldDecide phases={item.phases} />
      </CardBody>
    </Card>
  );
}

/** What the recipient has there already, as far as it matters to what is asked. */
function WhatIsThere({ code, own }: { readonly code: string; readonly own: readonly Account[] }) {
  const say = useText();
  const { account, creates } = definitionOf(code);
  if (own.length > 0) {
    const names = own.map(({ shortId }) => shortId).join(", ");
    const title = say("ask.accountThere", { account: names });
    return creates === "account" ? <Notice kind="warning" title={title} /> : null;
  }
  if (account === "none") return null;
  return account === "existing" ? (
    <Notice kind="warning" title={say("ask.accountMissing")} />
  ) : (
    <Notice kind="info" title={say("ask.accountCreated")} />
  );
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
