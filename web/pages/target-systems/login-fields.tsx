import { FormField } from "../../forms/form-field.tsx";
import { useText } from "../../messages/text.ts";

/** Entered credentials. */
export interface EnteredLogin {
  readonly administratorId: string;
  readonly password: string;
  /** True if the secret has several lines, as private keys have, and is visible while it is entered. */
  readonly isKey: boolean;
}

/** Initial values of credentials. */
export const noLogin: EnteredLogin = { administratorId: "", password: "", isKey: false };

interface LoginFieldsProps {
  readonly login: EnteredLogin;
  readonly faults: ReadonlyMap<string, string>;
  readonly isRequired: boolean;
  /** Help text below the password. */
  readonly help: string;
  change(login: EnteredLogin): void;
}

/** Fields of credentials: the name, and the password or key. */
export function LoginFields({ login, faults, isRequired, help, change }: LoginFieldsProps) {
  const say = useText();
  return (
    <>
      <FormField
        id="administratorId"
        label={say("login.name")}
        help={say("login.nameHelp")}
        input={{ is: "text" }}
        value={login.administratorId}
        fault={faults.get("administratorId")}
        isRequired={isRequired}
        change={(value) => change({ ...login, administratorId: String(value) })}
      />
      <FormField
        id="login-password"
        label={say("login.password")}
        help={help}
        input={{ is: login.isKey ? "area" : "password" }}
        value={login.password}
        fault={faults.get("password")}
        change={(value) => change({ ...login, password: String(value) })}
      />
      <FormField
        id="login-is-key"
        label={say("login.isKey")}
        input={{ is: "flag" }}
        value={login.isKey}
        change={(value) => change({ ...login, isKey: value === true, password: "" })}
      />
    </>
  );
}
