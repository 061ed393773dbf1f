import { Dialog } from '../parts/dialog.tsx';
import { singleKeys, switchSingleKeys } from './keyboard.ts';
import { words } from './language.ts';
import '../style/keys.css';

/** Which keys do what, and the switch for those who speak to their computer: single letters would act on what they texts. */
export default function KeysDialog({ onClose }: { onClose(): void }) {
  const { deciding, keys: texts } = words.value;
  return (
    <Dialog title={texts.title} isRead onClose={onClose}>
      <div class="body keys">
        {texts.groups.map(({ name, keys }) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl>
              {keys.map(([pressed, what]) => (
                <div key={pressed}>
                  <dt>
                    {pressed.split(' ').map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <label class="check">
          <input type="checkbox" checked={singleKeys.value} onChange={switchSingleKeys} /> {texts.single}
        </label>
      </div>
      <footer>
        <button class="b" type="button" onClick={onClose}>
          {deciding.close}
        </button>
      </footer>
    </Dialog>
  );
}
