import { BlockList, isIP } from 'node:net';

type Family = 'ipv4' | 'ipv6';

const familyOf = (address: string): Family | undefined =>
  (({ 4: 'ipv4', 6: 'ipv6' }) as const)[isIP(address)];

interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: Family;
}

/** `203.0.113.0/24` or `2001:db8::1`: an address alone is a network of one. Undefined when it is neither. */
function networkOf(text: string): Network | undefined {
  const [address = '', bits, ...more] = text.split('/');
  const family = familyOf(address);
  const most = family === 'ipv6' ? 128 : 32;
  const right = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return family && right && more.length === 0 ? { address, family, bits: Number(bits ?? most) } : undefined;
}

export const isNetwork = (text: string): boolean => networkOf(text) !== undefined;

/** Whether an address lies in one of the networks; one of IPv4 may be written in IPv6 (`::ffff:192.0.2.1`). */
export function within(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const { address, bits, family } = networkOf(network) ?? {};
    if (address !== undefined) list.addSubnet(address, bits ?? 0, family);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    const family = familyOf(plain);
    return family !== undefined && list.check(plain, family);
  };
}
