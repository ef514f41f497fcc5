import type { Setting } from "../../api/model.ts";
import { useText } from "../../messages/text.ts";

interface SettingValueProps {
  readonly value: Setting["value"];
  /** What is said where there is none. */
  readonly none: string;
}

/** A value of a setting, in words where it is yes or no. */
export function SettingValue({ value, none }: SettingValueProps) {
  const say = useText();
  if (value === null || value === "") return <>{none}</>;
  return <span className="gatehouse-value">{typeof value === "boolean" ? say(`value.${value}`) : value}</span>;
}

/** Whether a setting is yes or no. */
export function isFlag({ value, defaultValue }: Pick<Setting, "value" | "defaultValue">): boolean {
  return typeof (value ?? defaultValue) === "boolean";
}
