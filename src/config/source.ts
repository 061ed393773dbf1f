import { YamlSource } from '../yaml/source.ts';
import type { ConfigCode } from './codes.ts';

/** A config's text with the place of everything in it. */
export class ConfigSource extends YamlSource<ConfigCode> {
  constructor(file: string, text: string) {
    super(file, text, 'config');
  }

  /** A channel without a value is empty. */
  override value(): unknown {
    return super.value((path) => path.length === 2 && path[0] === 'channels');
  }
}
