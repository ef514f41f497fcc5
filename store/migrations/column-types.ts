import { DataTypes, type ModelAttributeColumnOptions } from "sequelize";

type Attribute = ModelAttributeColumnOptions;

/** The columns of one table, as a migration names them. */
export type Attributes = Readonly<Record<string, Attribute>>;

const textSize = 190;

/** A text column that can be indexed. */
export const text = (size = textSize): Attribute => ({ type: DataTypes.STRING(size), allowNull: false });
/** A text column of any length. */
export const longText = (): Attribute => ({ type: "LONGTEXT", allowNull: false });
/** A whole number of 32 bits. */
export const integer = (): Attribute => ({ type: DataTypes.INTEGER, allowNull: false });
/** A whole number of 64 bits: milliseconds, positions. */
export const bigInteger = (): Attribute => ({ type: DataTypes.BIGINT, allowNull: false });
/** 0 or 1. */
export const flag = (): Attribute => ({ type: DataTypes.TINYINT, allowNull: false });
/** The same column, where null is allowed. */
export const optional = (attribute: Attribute): Attribute => ({ ...attribute, allowNull: true });
/** The same column as primary key. */
export const primary = (attribute: Attribute): Attribute => ({ ...attribute, primaryKey: true });
/** A number that the database counts up itself, as primary key. */
export const counted = (): Attribute => ({
  type: DataTypes.INTEGER,
  allowNull: false,
  primaryKey: true,
  autoIncrement: true,
});

/** What the writer puts on every row. */
export const stamps = (): Attributes => ({
  lastUpdatedModule: text(20),
  lastUpdatedNode: text(40),
  version: integer(),
  _v: longText(),
});
