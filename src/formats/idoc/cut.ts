import { type Tell, teller } from '../../findings/messages.ts';
import type { Finding, Language } from '../../types.ts';
import { RecordScanner } from '../fixed/scanner.ts';
import type { Cut } from '../interface.ts';
import { markFindings } from '../records/decoded.ts';
import { cutWithin } from '../records/open-document.ts';
import { type Opened, opened, roughText } from '../records/opened.ts';
import { documentsOf, PieceList } from '../records/pieces.ts';
import { cutXml } from '../xml/cut.ts';
import { isXml } from './form.ts';
import type { IdocLayout } from './layout.ts';

/** The IDocs of a file: elements IDOC, or from one control record to the next. */
export function cutIdoc(bytes: Uint8Array, layout: IdocLayout, language: Language = 'en'): Cut {
  if (isXml(bytes)) return cutXml(bytes, 'IDOC', language);
  const tell = teller(language);
  return cutWithin(() => new FlatCutter(bytes, layout, tell).cut(), tell);
}

class FlatCutter {
  readonly #bytes: Uint8Array;
  readonly #layout: IdocLayout;
  readonly #tell: Tell;
  readonly #file: Opened;
  readonly #scanner: RecordScanner;
  readonly #pieces = new PieceList();

  constructor(bytes: Uint8Array, layout: IdocLayout, tell: Tell) {
    this.#bytes = bytes;
    this.#layout = layout;
    this.#tell = tell;
    this.#file = opened(bytes, layout.description.encoding);
    this.#scanner = new RecordScanner(this.#file.units, undefined, { line: 1, row: 1 });
  }

  cut(): Cut {
    const nul = this.#file.units.indexOf(0);
    while (this.#scanner.next()) {
      if (nul !== -1 && this.#scanner.end > nul)
        return this.#failed('csv-nul', nul - this.#scanner.start + 1);
      const name = roughText(
        this.#file.units,
        this.#scanner.start,
        Math.min(this.#scanner.stop, this.#scanner.start + 10),
      );
      if (name.startsWith('EDI_DC ') || name.trim() === 'EDI_DC') return this.#failed('idoc-version');
      if (name.trim() === 'EDI_DC40') this.#begin();
      else if (!this.#extend()) return this.#failed('idoc-no-control');
    }
    const findings = markFindings(this.#file, this.#layout.description.encoding, this.#tell);
    const around = { bytes: this.#bytes, file: this.#file, headEnd: 0 };
    return { documents: documentsOf(this.#pieces.all, around), findings };
  }

  #begin(): void {
    const { start, end, line, record: row } = this.#scanner;
    this.#pieces.push({ key: '', parts: [{ start, end, line, row }], findings: [] });
  }

  #extend(): boolean {
    const part = this.#pieces.last?.parts[0];
    if (part !== undefined) part.end = this.#scanner.end;
    return part !== undefined;
  }

  #failed(code: Finding['code'] & Parameters<Tell>[0], column = 1): Cut {
    const { line, record } = this.#scanner;
    return { documents: [], findings: [this.#tell(code, {}, { line, column: Math.max(1, column), record })] };
  }
}
