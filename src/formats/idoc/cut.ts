import type { Finding, Language } from '../../types.ts';
import type { CutResult } from '../document-format.ts';
import { checkByteOrderMark } from '../records/decode-bytes.ts';
import { PieceList, packDocuments } from '../records/document-pieces.ts';
import { type OpenedFile, openBytes, readRoughText } from '../records/open-bytes.ts';
import { cutWithinLimits } from '../records/open-document.ts';
import { RecordScanner } from '../records/record-scanner.ts';
import { cutXml } from '../xml/cut.ts';
import { type CreateIdocFinding, idocFindingCreator } from './findings/catalogue.ts';
import { isXmlIdoc } from './idoc-form.ts';
import type { IdocLayout } from './layout.ts';

/** The IDocs of a file: elements IDOC, or from one control record to the next. */
export function cutIdoc(bytes: Uint8Array, layout: IdocLayout, language: Language = 'en'): CutResult {
  if (isXmlIdoc(bytes)) return cutXml(bytes, 'IDOC', language);
  const tell = idocFindingCreator(language);
  return cutWithinLimits(() => new FlatCutter(bytes, layout, tell).cut(), tell);
}

class FlatCutter {
  readonly #bytes: Uint8Array;
  readonly #layout: IdocLayout;
  readonly #tell: CreateIdocFinding;
  readonly #file: OpenedFile;
  readonly #scanner: RecordScanner;
  readonly #pieces = new PieceList();

  constructor(bytes: Uint8Array, layout: IdocLayout, tell: CreateIdocFinding) {
    this.#bytes = bytes;
    this.#layout = layout;
    this.#tell = tell;
    this.#file = openBytes(bytes, layout.description.encoding);
    this.#scanner = new RecordScanner(this.#file.units, undefined, { line: 1, row: 1 });
  }

  cut(): CutResult {
    const nul = this.#file.units.indexOf(0);
    while (this.#scanner.next()) {
      if (nul !== -1 && this.#scanner.end > nul)
        return this.#failed('csv-nul', nul - this.#scanner.start + 1);
      const name = readRoughText(
        this.#file.units,
        this.#scanner.start,
        Math.min(this.#scanner.stop, this.#scanner.start + 10),
      );
      if (name.startsWith('EDI_DC ') || name.trim() === 'EDI_DC') return this.#failed('idoc-version');
      if (name.trim() === 'EDI_DC40') this.#begin();
      else if (!this.#extend()) return this.#failed('idoc-no-control');
    }
    const findings = checkByteOrderMark(this.#file, this.#layout.description.encoding, this.#tell);
    const around = { bytes: this.#bytes, file: this.#file, headEnd: 0 };
    return { documents: packDocuments(this.#pieces.all, around), findings };
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

  #failed(code: Finding['code'] & Parameters<CreateIdocFinding>[0], column = 1): CutResult {
    const { line, record } = this.#scanner;
    return { documents: [], findings: [this.#tell(code, {}, { line, column: Math.max(1, column), record })] };
  }
}
