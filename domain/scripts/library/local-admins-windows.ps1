# Members of the local group of administrators, whatever it is called in the language of this Windows.
$ErrorActionPreference = 'Stop'
$group = Get-LocalGroup -SID 'S-1-5-32-544'
"Members of $($group.Name):"
Get-LocalGroupMember -Group $group | Select-Object Name, ObjectClass, PrincipalSource |
    Format-Table -AutoSize | Out-String -Width 200
'Local accounts:'
Get-LocalUser | Select-Object Name, Enabled, LastLogon, PasswordLastSet | Format-Table -AutoSize | Out-String -Width 200
