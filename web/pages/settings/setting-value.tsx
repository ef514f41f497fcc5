import type { Setting } from "../../api/model.ts";
import { useText } from "../../messages/text.ts";

interface SettingValueProps {
  readonly value: Setting["value"];
  /** Text for an empty value. */
  readonly none: string;
}

/** Value of a setting; a flag is shown in words. */
export function SettingValue({ value, none }: SettingValueProps) {
  const say = useText();
  if (value === null || value === "") return <>{none}</>;
  return <span className="gatehouse-value">{typeof value === "boolean" ? say(`value.${value}`) : value}</span>;
}

/** Reports whether a setting is a flag. */
export function isFlag({ value, defaultValue }: Pick<Setting, "value" | "defaultValue">): boolean {
  return typeof (value ?? defaultValue) === "boolean";
}
