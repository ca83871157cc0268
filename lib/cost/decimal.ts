const NUMBER = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;
/** Longest number in a text: the arithmetic is exact, so that it takes longer for longer numbers. */
const NUMBER_CHARS = 1_000;

/**
 * An exact decimal, for sums of money: 0.1 + 0.2 is 0.3. A number means the shortest decimal that parses to it, which
 * is the one written in the request, the price list or the database.
 */
export class Decimal {
  static readonly zero = new Decimal(0n, 0);

  // The value is units / 10^scale.
  readonly #units: bigint;
  readonly #scale: number;

  private constructor(units: bigint, scale: number) {
    this.#units = units;
    this.#scale = scale;
  }

  /** Throws a TypeError if the value is not a finite number. */
  static of(value: number): Decimal {
    const decimal = Decimal.parse(String(value));
    if (!decimal) throw new TypeError(`${value} is not a finite number`);
    return decimal;
  }

  /**
   * The number that a text is, with all of its digits: `-1.50`, `.5`, `2e-3`. Undefined if it is none, if it is longer
   * than 1,000 characters, or if a double cannot hold it because it is too large.
   */
  static parse(text: string): Decimal | undefined {
    if (text.length > NUMBER_CHARS || !Number.isFinite(Number(text))) return undefined;
    const match = NUMBER.exec(text);
    if (!match) return undefined;
    const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
    const scale = fraction.length - Number(exponent);
    const digits = BigInt(`${whole}${fraction}`);
    const units = sign === "-" ? -digits : digits;
    return scale >= 0 ? new Decimal(units, scale) : new Decimal(units * 10n ** BigInt(-scale), 0);
  }

  /** The absolute difference. */
  distanceTo(other: Decimal): Decimal {
    const scale = Math.max(this.#scale, other.#scale);
    const units = this.#unitsAt(scale) - other.#unitsAt(scale);
    return new Decimal(units < 0n ? -units : units, scale);
  }

  isAtMost(other: Decimal): boolean {
    const scale = Math.max(this.#scale, other.#scale);
    return this.#unitsAt(scale) <= other.#unitsAt(scale);
  }

  plus(other: Decimal): Decimal {
    const scale = Math.max(this.#scale, other.#scale);
    return new Decimal(this.#unitsAt(scale) + other.#unitsAt(scale), scale);
  }

  times(other: Decimal): Decimal {
    return new Decimal(this.#units * other.#units, this.#scale + other.#scale);
  }

  /** The nearest number, whose shortest decimal is this one up to 15 significant digits. */
  toNumber(): number {
    return Number(`${this.#units}e-${this.#scale}`);
  }

  #unitsAt(scale: number): bigint {
    return this.#units * 10n ** BigInt(scale - this.#scale);
  }
}
