/** What commands and files of Linux machines say, shortened. */
export const osRelease = `PRETTY_NAME="A \\"B\\" \\$C"
NAME="Debian GNU/Linux"
VERSION_ID='12'
ID=debian
# a comment
HOME_URL="https://www.debian.org/"
`;

export const who = `root     pts/0        2026-11-20 09:31 (192.0.2.7)
anna     tty2         2026-11-20 08:00 (tty2)
`;

export const cpuinfoX86 = [0, 1, 2, 3]
  .map(
    (thread) => `processor\t: ${thread}
vendor_id\t: GenuineIntel
model name\t: Intel(R) Xeon(R) CPU  E5-2620 v4 @ 2.10GHz
physical id\t: 0
siblings\t: 4
core id\t\t: ${thread % 2}
cpu cores\t: 2
flags\t\t: fpu vme de pse tsc msr pae`,
  )
  .join('\n\n');

export const cpuinfoPi = `processor\t: 0
BogoMIPS\t: 108.00
Features\t: fp asimd evtstrm crc32 cpuid
CPU implementer\t: 0x41

processor\t: 1
BogoMIPS\t: 108.00
CPU implementer\t: 0x41

Hardware\t: BCM2835
Revision\t: c03114
Serial\t\t: 10000000abcdef01
Model\t\t: Raspberry Pi 4 Model B Rev 1.4
`;

export const mounts = `proc /proc proc rw,nosuid 0 0
/dev/sda2 / ext4 rw,relatime 0 0
/dev/sda2 /var/lib/bind ext4 rw,relatime 0 0
tmpfs /run tmpfs rw 0 0
/dev/sda1 /boot/efi vfat rw 0 0
overlay /var/lib/docker/overlay2/x/merged overlay rw 0 0
nas:/export /mnt/nas nfs4 rw 0 0
/dev/sdb1 /media/my\\040disk fuseblk rw 0 0
/dev/loop0 /snap/core squashfs ro 0 0
`;

export const dpkg = `ii \tlibc6:amd64\t2.36-9+deb12u10\tGNU Libc Maintainers <debian-glibc@lists.debian.org>\t12986
rc \tremoved\t1.0\tSomebody\t10
iU \tunpacked\t1.0\tSomebody\t10
ii \tlocal-tool\t1\t\t
`;

export const rpm = `bash\t0:5.1.8-9.el9\tRocky Enterprise Software Foundation\t1716199200\t7738778\tx86_64
gpg-pubkey\t0:350d275d-6279464b\t(none)\t1716199200\t0\t(none)
tzdata\t2:2025b-1.el9\t(none)\t1716199201\t1\tnoarch
`;

export const units = `cron.service       loaded    active   running Regular background program processing daemon
getty@tty1.service loaded    active   running Getty on tty1
nginx.service      loaded    failed   failed  A high performance web server
missing.service    not-found inactive dead    missing.service
`;

export const unitFiles = `apt-daily.service static  -
cron.service      enabled enabled
getty@.service    enabled enabled
nginx.service     enabled enabled
`;

export const passwd = `root:x:0:0:root:/root:/bin/bash
daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin
sync:x:4:65534:sync:/bin:/bin/sync
backdoor:x:0:0::/:/usr/sbin/nologin
postgres:x:101:105:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
anna:x:1000:1000:Anna,,,:/home/anna:/bin/zsh
bob:x:1001:1001::/home/bob:/usr/sbin/nologin
wheeled:x:1002:10::/home/wheeled:/bin/bash

broken line
`;

export const group = `root:x:0:
sudo:x:27:anna,carol
wheel:x:10:
bob:x:1001:
`;
