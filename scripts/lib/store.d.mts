/** Whether OpenStack Swift with its S3 interface is here, as Debian packs it. */
export function hasStore(): boolean
