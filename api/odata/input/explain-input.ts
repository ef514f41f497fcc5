import { type ErrorDetail, ServiceError } from "#domain/errors.ts";

/** Returns the same error with fields by the names that the body gives them. */
export function explainInput(error: unknown, names: ReadonlyMap<string, string>): unknown {
  if (!(error instanceof ServiceError)) return error;
  if (error.details === undefined) return renamed(error, names);
  const details = error.details.map((detail) => explainDetail(detail, names));
  if (details.every((detail, index) => detail === error.details?.[index])) return error;
  const first = details[0];
  return new ServiceError(error.code, {
    details,
    message: first && first.target !== "" ? `${first.target}: ${first.message}` : error.message,
    target: first?.target ?? error.target,
    detail: error.detail,
    cause: error.cause,
  });
}

function renamed(error: ServiceError, names: ReadonlyMap<string, string>): ServiceError {
  const target = error.target === undefined ? undefined : nameGiven(error.target, names);
  if (target === undefined || target === error.target) return error;
  const { message, detail, cause } = error;
  const isNamed = message.startsWith(`${error.target}:`);
  const words = isNamed ? target + message.slice(error.target?.length) : message;
  return new ServiceError(error.code, { target, message: words, detail, cause });
}

function nameGiven(target: string, names: ReadonlyMap<string, string>): string {
  const [field = "", ...rest] = target.split(".");
  return [names.get(field) ?? field, ...rest].join(".");
}

function explainDetail(detail: ErrorDetail, names: ReadonlyMap<string, string>): ErrorDetail {
  const target = nameGiven(detail.target, names);
  return target === detail.target ? detail : { ...detail, target };
}
