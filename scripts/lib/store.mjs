import { existsSync } from 'node:fs'

const needed = [
  '/usr/bin/swift-proxy-server',
  '/usr/bin/swift-object-server',
  '/usr/bin/memcached',
  '/etc/swift/swift.conf',
]

/** Whether OpenStack Swift with its S3 interface is installed, as Debian packages it. */
export function hasStore() {
  return needed.every((path) => existsSync(path))
}
