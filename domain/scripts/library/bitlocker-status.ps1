# How each volume is encrypted with BitLocker; keys are not shown. Exit code 1 when the system drive is not protected.
$ErrorActionPreference = 'Stop'
if (-not (Get-Command Get-BitLockerVolume -ErrorAction SilentlyContinue)) { 'BitLocker is not here.'; exit 2 }
$volumes = Get-BitLockerVolume
$volumes | Select-Object MountPoint, VolumeStatus, ProtectionStatus, EncryptionMethod, EncryptionPercentage,
    @{ Name = 'Protectors'; Expression = { ($_.KeyProtector.KeyProtectorType | Sort-Object -Unique) -join ' ' } } |
    Format-Table -AutoSize | Out-String -Width 200
$system = $volumes | Where-Object { $_.MountPoint -eq $env:SystemDrive }
if ($system.ProtectionStatus -ne 'On') { exit 1 }
